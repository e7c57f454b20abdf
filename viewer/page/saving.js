// Hands over what the page holds: files, and texts on the clipboard.

import { element } from "./dom.js";

export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Puts a text on the clipboard. @returns {Promise<boolean>}  false where the browser does not allow it */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The same with an address: what is to be said then, which is the address itself where it must be copied by hand. */
export async function copyLink(href) {
  return (await copy(href)) ? "The link is on the clipboard." : href;
}
