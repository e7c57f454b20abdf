// What the page asks of its browser: downloads, files that are dropped or chosen.

import { element } from "../ui/dom.js";

export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const KINDS = ".hlt,.gz,.json,.jsonl,.csv,.log,.flog,.txt";

/** Hands over what is dropped on this element, which shows meanwhile that it takes files. */
export function acceptDrops(root, take, signal) {
  const show = (isOver) => root.classList.toggle("dropping", isOver);
  const acts = {
    dragover: (event) => (event.preventDefault(), show(true)),
    dragleave: (event) => !root.contains(event.relatedTarget) && show(false),
    drop: (event) => (event.preventDefault(), show(false), take(event.dataTransfer.files)),
  };
  for (const [event, act] of Object.entries(acts)) root.addEventListener(event, act, { signal });
}

/** The last that was asked: one that stands in no document and is not kept may be collected while its dialog is open. */
let input;

export function chooseFile(take) {
  input = element("input", { type: "file", accept: KINDS, multiple: true, onchange: (event) => take(event.target.files) });
  input.click();
}

/** Resolves when the page has drawn what it shows now; a page in the background, which draws nothing, does not wait. */
export function nextPaint() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    if (document.hidden) done();
  });
}
