// A thread beside the page: from a module's address where files are served, from one script in a page that holds all.

/**
 * A worker of this address. Throws where the browser allows none.
 * @param {string} address  of a module, or of the script that viewer/bundle.py makes of it
 */
export function thread(address) {
  // Chromium starts no module from a blob in a page that was opened from a file.
  return new Worker(address, { type: address.startsWith("blob:") ? "classic" : "module" });
}
