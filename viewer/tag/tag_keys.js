// The keys of the tagger. They come before the viewer's own, which have no Shift with letters.

const field = (id) => () => document.getElementById(id).focus();

/** Every key: with Shift or without, what it does. I J K L alone choose a square, as in the viewer. */
export const KEYS = [
  { code: "KeyI", shift: true, shown: "Shift I", text: "north: right, wrong, nothing", act: (tagger) => tagger.mark("NORTH") },
  { code: "KeyJ", shift: true, shown: "Shift J", text: "west", act: (tagger) => tagger.mark("WEST") },
  { code: "KeyK", shift: true, shown: "Shift K", text: "south", act: (tagger) => tagger.mark("SOUTH") },
  { code: "KeyL", shift: true, shown: "Shift L", text: "east", act: (tagger) => tagger.mark("EAST") },
  { code: "KeyU", shift: true, shown: "Shift U", text: "stay (STILL)", act: (tagger) => tagger.mark("STILL") },
  { code: "KeyF", shift: false, shown: "F", text: "write the theme", act: field("theme") },
  { code: "KeyM", shift: false, shown: "M", text: "write the note", act: field("note") },
  { code: "Enter", shift: false, shown: "Enter", text: "store", act: (tagger) => tagger.store() },
  { code: "KeyU", shift: false, shown: "U", text: "undo the last change", act: (tagger) => tagger.undo() },
  { code: "BracketRight", shift: false, shown: "]", text: "next proposal", act: (tagger) => tagger.step(1) },
  { code: "BracketLeft", shift: false, shown: "[", text: "proposal before", act: (tagger) => tagger.step(-1) },
];

const TEXT = "input[type=text], input[type=number], textarea";

/** @returns {(event: KeyboardEvent) => void} */
export function tagKeys(tagger) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.code === "Escape" && event.target.matches?.(TEXT)) {
      event.preventDefault(); // for the viewer, which would clear the selection
      return event.target.blur();
    }
    const key = KEYS.find(({ code, shift }) => code === event.code && shift === event.shiftKey);
    if (!key || isForControl(event.target, event.code)) return;
    event.preventDefault();
    if (event.target.matches?.(TEXT)) event.target.blur();
    key.act(tagger);
  };
}

/** Whether a control needs the key itself: a text all letters, a button Enter. */
function isForControl(target, code) {
  if (!target?.matches) return false;
  if (code === "Enter") return target.matches("button, summary, a, select");
  return target.matches(`${TEXT}, select`);
}
