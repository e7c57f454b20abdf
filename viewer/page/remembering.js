// What the browser keeps for a page. It may refuse to, or have no room: then the page itself remembers until it is left.

const memory = new Map();

/** @param {"localStorage"|"sessionStorage"} place @param {string} name @param {string} text */
export function remember(place, name, text) {
  memory.set(name, text);
  try {
    window[place].setItem(name, text);
  } catch {} // said above
}

/** @returns {string|null} */
export function remembered(place, name) {
  try {
    return memory.get(name) ?? window[place].getItem(name);
  } catch {
    return null;
  }
}
