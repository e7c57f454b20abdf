// Loads documents and recordings from the server, or from the files of an exported site.

import { fromBase64 } from "../page/files.js";
import { remember, remembered } from "../page/remembering.js";

const TOKEN = ["sessionStorage", "league-token"];
const FILES = "data"; // the folder of an export

/** Documents by name. Every method throws an Error with a sentence for the reader. */
class Service {
  constructor() {
    this.token = keptToken();
    this.isLive = true;
  }

  /** @returns {Promise<any>}  a document; documents.py lists them */
  async document(name) {
    return (await (await this.ask(`api/document?name=${encodeURIComponent(name)}`)).json()).document;
  }

  /** The games since this one; the newest of them where they are cut. @returns {Promise<{last: number, games: number, new: object[], isCut: boolean, runs: object[]}>} */
  async news(since) {
    return (await this.ask(`api/news?since=${since}`)).json();
  }

  /** @returns {Promise<Uint8Array>}  the file of a recording */
  async replay(key) {
    return new Uint8Array(await (await this.ask(`api/replay/${key}`)).arrayBuffer());
  }

  /** The owners at the end of a game, as in thumbnails.js; null if unknown. */
  async last(key) {
    return (await this.ask(`api/last/${key}`)).json();
  }

  /** Asks a command that plays to end. */
  async stop(run) {
    return (await (await this.ask(`api/stop/${run}`, "POST")).json()).stopping;
  }

  async ask(address, method = "GET") {
    const headers = this.token ? { Authorization: `Bearer ${this.token}` } : {};
    const response = await fetch(address, { method, headers }).catch(() => {
      throw new Error("The league's server no longer answers; start python -m experiments league again.");
    });
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({ error: `the server answers ${response.status}` }));
    throw new Error(error);
  }
}

/** The same from files beside the page: scripts, because a page that was opened from a file may read nothing else. */
class Exported {
  constructor() {
    this.isLive = false;
    this.arrived = new Map();
    window.leagueData = (name, content) => this.arrived.set(name, content);
  }

  async document(name) {
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

/** The token of the address; kept for this tab, because pages write their own words behind the #. */
function keptToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    remember(...TOKEN, given);
    location.replace("#/");
  }
  return remembered(...TOKEN);
}

/** The source of everything on these pages. */
export const source = document.documentElement.dataset.export === undefined ? new Service() : new Exported();
