// The requests of the page to the bot; docs/12-live-window.md describes every answer.

const TOKEN = "token";

/** The interface of the server that the page came from. Every method throws an Error with the server's sentence. */
export class Service {
  constructor() {
    this.token = keptToken();
  }

  /** @returns {Promise<{first: string|null, second: string|null, games: {name: string, size: number, modified: number}[]}>} */
  async games() {
    return (await this.ask("api/games")).json();
  }

  /** @returns {Promise<Uint8Array>}  a replay's file */
  async file(name) {
    return new Uint8Array(await (await this.ask(`api/games/${encodeURIComponent(name)}`)).arrayBuffer());
  }

  /** @returns {Promise<string>}  the name by which the uploaded replay can be asked about */
  async open(bytes) {
    return (await (await this.ask("api/open", bytes)).json()).game;
  }

  /** Every parameter's range, unit and reason, the presets, and the ranges of the margins. */
  async knobs() {
    return (await this.ask("api/knobs")).json();
  }

  /** @param {{game?: string, turn: number, player: number, preset?: string, parameters?: object, header?: boolean, search?: boolean}} question */
  async explain(question) {
    return (await this.ask("api/explain", JSON.stringify(question))).json();
  }

  async margin(question) {
    return (await this.ask("api/margin", JSON.stringify(question))).json();
  }

  /** @param {object} question  as for explain, and `seeds`: how many futures are played */
  async future(question) {
    return (await this.ask("api/future", JSON.stringify(question))).json();
  }

  async ask(address, body) {
    const headers = this.token ? { Authorization: `Bearer ${this.token}` } : {};
    const request = body === undefined ? { headers } : { method: "POST", headers, body };
    const response = await fetch(address, request).catch(() => {
      throw new Error("The window's server no longer answers; start python -m experiments watch again.");
    });
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({ error: `the server answers ${response.status}` }));
    throw new Error(error);
  }
}

/** The token of the address; it is kept for this tab, because the viewer writes its own words behind the #. */
function keptToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get(TOKEN);
  if (given) sessionStorage.setItem(TOKEN, given);
  return given ?? sessionStorage.getItem(TOKEN);
}
