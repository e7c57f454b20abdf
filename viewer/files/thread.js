// A thread beside the page: from a module's address where files are served, from one script in a page that holds all.

/**
 * A worker. Throws where the browser allows none.
 * @param {string} address  of a module, or of the script that viewer/bundle.py puts in its place
 * @param {(data: any) => void} heard  gets its messages
 * @param {(why: string) => void} failed  is called after an error in it, or a message that cannot be read
 */
export function thread(address, heard, failed) {
  // Chromium starts no module from a blob in a page that was opened from a file.
  const made = new Worker(address, { type: address.startsWith("blob:") ? "classic" : "module" });
  made.onmessage = ({ data }) => heard(data);
  made.onerror = (event) => {
    event.preventDefault();
    failed(event.message ?? "the browser allows no worker");
  };
  made.addEventListener("messageerror", () => failed("its answer cannot be read")); // Chromium has no onmessageerror
  return made;
}
