// Loads documents and recordings from the server, or from the files of an exported site.

import { fromBase64 } from "../page/files.js";
import { Service } from "./service.js";

const FILES = "data"; // the folder of an export

class Served extends Service {
  constructor() {
    super("league", "python -m experiments league");
    this.isLive = true;
    if (new URLSearchParams(location.hash.slice(1)).has("token")) location.replace("#/");
  }

  /** @returns {Promise<any>}  a document; documents.py lists them */
  async document(name) {
    return (await this.json(`api/document?name=${encodeURIComponent(name)}`)).document;
  }

  /** The games since this one; the newest of them where they are cut. @returns {Promise<{last: number, games: number, new: object[], isCut: boolean, runs: object[]}>} */
  news(since) {
    return this.json(`api/news?since=${since}`);
  }

  /** @returns {Promise<Uint8Array>}  the file of a recording */
  replay(key) {
    return this.bytes(`api/replay/${key}`);
  }

  /** The owners at the end of a game, as in thumbnails.js; null if unknown. */
  last(key) {
    return this.json(`api/last/${key}`);
  }

  /** Asks a command that plays to end. */
  async stop(run) {
    return (await this.json(`api/stop/${run}`, "")).stopping;
  }
}

/** The same from files beside the page: scripts, because a page that was opened from a file may read nothing else. */
class Exported {
  constructor() {
    this.isLive = false;
    this.arrived = new Map();
    window.leagueData = (name, content) => this.arrived.set(name, content);
  }

  document(name) {
    return this.load(name);
  }

  async replay(key) {
    return fromBase64(await this.load(`replay/${key}`));
  }

  async load(name) {
    if (!this.arrived.has(name)) await script(`${FILES}/${name}.js`, `this export has no ${name}`);
    return this.arrived.get(name);
  }
}

/** Runs a script of this site once. */
export function script(address, complaint) {
  return new Promise((done, failed) => {
    const made = document.createElement("script");
    made.src = address;
    made.onload = done;
    made.onerror = () => failed(new Error(complaint));
    document.head.append(made);
  });
}

/** The source of everything on these pages. */
export const source = document.documentElement.dataset.export === undefined ? new Served() : new Exported();
