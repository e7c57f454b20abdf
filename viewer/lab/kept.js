// What a panel has played, kept for this tab: a page that was discarded or loaded again goes on where it was.

import { remember, remembered } from "../page/remembering.js";

const PLACE = "sessionStorage";

let page = null; // and the kernels in it: games of others do not count

/** See running.js and Run in blocks.js. @typedef {{asked: object, scored: number[][], isStopped: boolean}} Kept */

/** @param {string} panel @param {Kept} record */
export function keep(panel, record) {
  remember(PLACE, nameOf(panel), JSON.stringify(record));
}

/** @param {string} panel @returns {Kept|null}  null also for what is no record */
export function kept(panel) {
  try {
    const record = JSON.parse(remembered(PLACE, nameOf(panel)));
    return Array.isArray(record.asked.players) && Array.isArray(record.scored) ? record : null;
  } catch {
    return null;
  }
}

function nameOf(panel) {
  page ??= `${location.pathname} ${hashOf(document.getElementById("kernels-module")?.textContent ?? "")}`;
  return `halite ${panel} ${page}`;
}

function hashOf(text) {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}
