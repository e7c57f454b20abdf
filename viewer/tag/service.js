// The requests of the page to the tagger's server; docs/24-positions.md says what it stores.

import { remember, remembered } from "../page/remembering.js";

const TOKEN = "token";

/** The interface of the server that the page came from. Every method throws an Error with the server's sentence. */
export class Service {
  constructor() {
    this.token = keptToken();
  }

  /** @returns {Promise<{first: string|null, games: {name: string, size: number, modified: number}[]}>} */
  async games() {
    return (await this.ask("api/games")).json();
  }

  /** @returns {Promise<Uint8Array>}  a replay's file */
  async file(name) {
    return new Uint8Array(await (await this.ask(`api/games/${encodeURIComponent(name)}`)).arrayBuffer());
  }

  async ask(address, body) {
    const headers = this.token ? { Authorization: `Bearer ${this.token}` } : {};
    const request = body === undefined ? { headers } : { method: "POST", headers, body };
    const response = await fetch(address, request).catch(() => {
      throw new Error("The tagger's server no longer answers; start python -m experiments tag again.");
    });
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({ error: `the server answers ${response.status}` }));
    throw new Error(error);
  }
}

/** The token of the address; it is kept for this tab, because the viewer writes its own words behind the #. */
function keptToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get(TOKEN);
  if (given) remember("sessionStorage", TOKEN, given);
  return given ?? remembered("sessionStorage", TOKEN);
}
