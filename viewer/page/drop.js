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

export function chooseFile(take) {
  const input = element("input", { type: "file", accept: KINDS, multiple: true, onchange: () => take(input.files) });
  input.click();
}
