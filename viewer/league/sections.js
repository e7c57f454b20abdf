// Parts of a page that are redrawn when games arrive, without disturbing the reader.

/**
 * A part of a page that is made anew when what it shows has changed.
 * @param {(data: any) => (Node|Node[])} make
 * @param {...string} members  of the data that it shows; without any all of them
 * @returns {{place: HTMLElement, show: (data: any) => void}}
 */
export function section(make, ...members) {
  const place = document.createElement("div");
  let shown = null;
  function show(data) {
    const text = JSON.stringify(members.length ? members.map((member) => data[member]) : data);
    if (text === shown) return;
    shown = text;
    renew(place, ...[make(data)].flat());
  }
  return { place, show };
}

/** Replaces the content of a place. Orders of tables, what is unfolded, scrolled and in focus stay as they are. */
export function renew(place, ...content) {
  const before = [...named(place)].map(([name, box]) => [name, stateOf(box)]);
  const focus = place.contains(document.activeElement) ? called(document.activeElement) : null;
  place.replaceChildren(...content);
  const after = named(place);
  for (const [name, state] of before) if (after.has(name)) bring(after.get(name), state);
  if (focus) [...place.querySelectorAll(FOCUSED)].find((each) => called(each) === focus)?.focus({ preventScroll: true });
}

const BOXES = ".table, .chart, figure > details";
const FOCUSED = "a, button, input, select, summary, [tabindex]";

/** Tables, charts and what unfolds, by kind and title; two of one title are numbered. */
function named(place) {
  const boxes = new Map();
  for (const box of place.querySelectorAll(BOXES)) {
    const title = box.closest("figure")?.querySelector("figcaption").textContent ?? box.querySelector("thead")?.textContent;
    let name = `${box.className || box.tagName} ${title}`;
    while (boxes.has(name)) name += "+";
    boxes.set(name, box);
  }
  return boxes;
}

function stateOf(box) {
  return { isOpen: box.open, arrangement: box.arrangement?.(), left: box.scrollLeft, height: box.offsetHeight };
}

/** A chart is drawn a moment later: until then its box is as high as before, so that the page does not jump. */
function bring(box, { isOpen, arrangement, left, height }) {
  if (isOpen !== undefined) box.open = isOpen;
  if (arrangement) box.arrange(arrangement);
  if (box.matches(".chart") && height) box.style.minHeight = `${height}px`;
  if (left) box.scrollLeft = left;
}

/** The accessible name of the element, by which it is found again. */
function called(each) {
  const title = each.closest("figure")?.querySelector("figcaption").textContent ?? "";
  return [each.tagName, title, each.getAttribute("href"), each.getAttribute("aria-label") ?? each.textContent].join(" ");
}
