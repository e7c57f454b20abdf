// Boards in frames are light or dark as the page that shows them: the button chooses for both.

const SCHEMES = { slate: "dark", default: "light" };

function tell(frame) {
  const theme = SCHEMES[document.body.dataset.mdColorScheme];
  frame.contentWindow?.postMessage({ theme }, "*"); // a page that was opened from a file has no origin to name
}

function tellAll() {
  document.querySelectorAll("article iframe").forEach(tell);
}

new MutationObserver(tellAll).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
document.addEventListener("load", ({ target }) => target.matches?.("article iframe") && tell(target), true);
tellAll(); // those that were loaded before
