// The folder that `python -m viewer --watch DIR` serves: its newest game opens by itself.

/** The message in the board's place while the folder has no game. */
export const WATCHING = "No game in this folder yet. New games open automatically; you can also drop one here.";

const ENDED = "The server does not answer; is python -m viewer --watch still running?";

/** Looks for a newer game every `pause` ms as long as the page is open; one failure is not the end. */
export function watchFolder(viewer, { pause = 1000 } = {}) {
  const { session } = viewer;
  let shown = null;
  let complaint = null;
  const look = async () => {
    try {
      const newest = await (await answer("newest")).json();
      if (complaint) session.say(null);
      complaint = null;
      if (newest.stamp !== shown && newest.stamp) await openGame(viewer, newest.files);
      shown = newest.stamp;
    } catch (error) {
      if (complaint !== error.message) session.say({ kind: "error", text: error.message });
      complaint = error.message;
    }
    setTimeout(look, pause);
  };
  look();
}

/** The game and the explanations beside it; a damaged one does not keep the game from being played. */
async function openGame(viewer, files) {
  const read = async ({ name, address }) => ({
    name,
    bytes: new Uint8Array(await (await answer(address)).arrayBuffer()),
  });
  await viewer.openEach(await Promise.all(files.map(read)));
  viewer.play();
}

/** The server's answer; throws an Error in words where there is none, or it is no file. */
async function answer(address) {
  const response = await fetch(address, { cache: "no-store" }).catch(() => {
    throw new Error(ENDED);
  });
  if (!response.ok) throw new Error(await response.text());
  return response;
}
