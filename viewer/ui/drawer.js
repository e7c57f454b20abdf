// A column of panels beside the board, which a button of the header opens; one at a time.

import { button } from "./dom.js";

export class Drawer {
  /**
   * @param {import("./app.js").Viewer} viewer
   * @param {{words: string|(string|Node)[], class: string, title: string}} look  of the button
   * @param {string} refusal  said before the reason why it cannot be opened
   */
  constructor(viewer, { words, ...look }, refusal) {
    this.viewer = viewer;
    this.refusal = refusal;
    /** @type {HTMLElement|null} */
    this.root = null; // made when it is opened for the first time
    this.beginning = null;
    this.button = button(words, () => this.toggle(), { ...look, "aria-pressed": "false" });
    viewer.root.querySelector("header.top > .icon").before(this.button);
  }

  /** Makes the panels, once. */
  ready() {
    return (this.beginning ??= this.begin());
  }

  /** @abstract */
  async begin() {}

  get isOpen() {
    return this.root?.isConnected ?? false;
  }

  async toggle() {
    try {
      await this.ready();
    } catch (error) {
      return this.viewer.session.say({ kind: "error", text: `${this.refusal}: ${error.message}.` });
    }
    if (this.isOpen) this.close();
    else this.open();
  }

  open() {
    const { viewer } = this;
    viewer.drawer?.close();
    viewer.drawer = this;
    viewer.side.before(this.root);
    this.show(true);
  }

  close() {
    this.viewer.drawer = null;
    this.root.remove();
    this.show(false);
  }

  show(isOpen) {
    this.viewer.root.classList.toggle("with-bot", isOpen);
    this.button.setAttribute("aria-pressed", String(isOpen));
  }
}
