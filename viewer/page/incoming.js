// Opens files in the right order, and shows a message when one cannot be opened.

import { FormatError } from "./scanner.js";

/** The files passed to mount, as a list. */
export function given({ replay, explanation, flog, name = "replay" }) {
  const files = [
    { kind: "replay", name, bytes: replay },
    { kind: "explanation", name: "explanation", bytes: explanation },
    { kind: "flog", name: "f-log", bytes: flog },
  ];
  return files.filter(({ bytes }) => bytes instanceof Uint8Array);
}

/** Replays first: the others are about them. */
export function replaysFirst(files) {
  return [...files].sort((a, b) => isReplay(b) - isReplay(a));
}

/** Resolves when the page has drawn what it shows now; a page in the background, which draws nothing, does not wait. */
export function drawn() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    if (document.hidden) done();
  });
}

/** Whether a file is a replay, by what is asked of it or else by its name. */
export function isReplay({ name, kind }) {
  return kind ? kind === "replay" : /\.hlt(\.gz)?$/i.test(name);
}

/** Why a file cannot be opened. JavaScript's own errors have classes of their own, and help no reader. */
export function inWords(error) {
  if (error instanceof FormatError || error.constructor === Error) return error.message;
  console.error(error);
  return "it cannot be shown: something in it is not as the page expects";
}
