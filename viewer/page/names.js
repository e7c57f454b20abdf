// Makes names fit to be shown, as engine/names.py does: one line, for every element, file and title.

const LONGEST = 200; // characters; a longer name ends in "…"
const HIDDEN = /[\p{C}\p{Z}]/u; // control characters, halves, changes of direction, unassigned letters, blanks
const BLANK = /[\s\x1c-\x1f\x85]/u; // what Python takes for one, and a byte order mark, which it does not

/**
 * A text from outside as one line. Blanks of any kind are spaces; what cannot be shown stands there as Python writes it:
 * \x1b, \u202e, \ud800.
 */
export function shownName(text, most = LONGEST) {
  // Cut first: a name in a file may have millions of letters. A letter takes two places at most.
  const letters = [...text.slice(0, 2 * most + 2)].slice(0, most + 1);
  const plain = [...letters.map((letter) => (HIDDEN.test(letter) ? written(letter) : letter)).join("")];
  return plain.length <= most ? plain.join("") : `${plain.slice(0, most - 1).join("")}…`;
}

function written(letter) {
  if (BLANK.test(letter) && letter !== "\ufeff") return " ";
  const code = letter.codePointAt(0);
  const [sign, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${sign}${code.toString(16).padStart(digits, "0")}`;
}
