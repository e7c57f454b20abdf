// Files from outside the page: dropped on it, or chosen with the Open button.

import { element } from "./dom.js";

const KINDS = ".hlt,.gz,.json,.jsonl,.csv,.log,.flog,.txt";

/** Hands over what is dropped on this element, which shows meanwhile that it takes files. */
export function acceptDrops(root, take, signal) {
  const show = (isOver) => root.classList.toggle("dropping", isOver);
  const over = (event) => {
    event.preventDefault();
    show(true);
  };
  root.addEventListener("dragover", over, { signal });
  root.addEventListener("dragleave", (event) => !root.contains(event.relatedTarget) && show(false), { signal });
  root.addEventListener(
    "drop",
    (event) => {
      event.preventDefault();
      show(false);
      take(event.dataTransfer.files);
    },
    { signal },
  );
}

/** The last that was asked: one that stands in no document and is not kept may be collected while its dialog is open. */
let input;

export function chooseFile(take) {
  input = element("input", { type: "file", accept: KINDS, multiple: true, onchange: (event) => take(event.target.files) });
  input.click();
}
