// The requests of a page to the server that it came from.

import { remember, remembered } from "../page/remembering.js";

const TOKEN = "token";

/** Every method of a service throws an Error with a sentence for the reader. */
export class Service {
  /** @param {string} name  of the server @param {string} command  that starts it */
  constructor(name, command) {
    this.token = keptToken();
    this.silence = `The ${name}'s server no longer answers; start ${command} again.`;
  }

  /** The server's answer; with a body it is a POST. @returns {Promise<Response>} */
  async ask(address, body) {
    const headers = this.token ? { Authorization: `Bearer ${this.token}` } : {};
    const method = body === undefined ? "GET" : "POST";
    const response = await fetch(address, { method, headers, body }).catch(() => {
      throw new Error(this.silence);
    });
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({ error: `the server answers ${response.status}` }));
    throw new Error(error);
  }

  async json(address, body) {
    return (await this.ask(address, body)).json();
  }

  async bytes(address) {
    return new Uint8Array(await (await this.ask(address)).arrayBuffer());
  }
}

/** The token of the address; kept for this tab, because pages write their own words behind the #. */
function keptToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get(TOKEN);
  if (given) remember("sessionStorage", TOKEN, given);
  return given ?? remembered("sessionStorage", TOKEN);
}
