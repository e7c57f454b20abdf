// The folder that `python -m viewer --watch DIR` serves: its newest game opens by itself.

const PAUSE = 1000; // ms between two looks

/** Looks for a newer game as long as the page is open. */
export function watchFolder(viewer) {
  let shown = null;
  const look = async () => {
    try {
      const newest = await (await fetch("newest")).json();
      if (newest.stamp !== shown && newest.name) {
        shown = newest.stamp;
        await openGame(viewer, newest);
      }
    } catch {
      viewer.session.say({
        kind: "error",
        text: "The watching program has ended; start python -m viewer --watch again.",
      });
      return;
    }
    setTimeout(look, PAUSE);
  };
  look();
}

/** The game and the explanations beside it. */
async function openGame(viewer, { name, beside }) {
  for (const file of [name, ...beside]) {
    const bytes = new Uint8Array(await (await fetch(`game/${encodeURIComponent(file)}`)).arrayBuffer());
    if (!(await viewer.open(bytes, file))) return;
  }
  viewer.play();
}
