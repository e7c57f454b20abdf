// The viewer that tells which game was opened, so that the bot can be asked about it.

import { Viewer } from "../page/app.js";
import { readLink } from "../page/link.js";

/** A viewer whose games the server knows. Layers that are on stay on when another game is opened. */
export class LiveViewer extends Viewer {
  /** What is on with the first game, when the address names no layers. */
  firstLayers = [];
  /** Gets the bytes of a replay that a person opened; null until the server has said what can be asked. */
  onUpload = null;
  /** The bytes of the latest replay that was opened before. */
  unsent = null;

  /**
   * Opens a file that a person chose or dropped; a replay is sent to the server, which gives it a name. The next file
   * does not wait for that.
   *
   * @override
   */
  async openOne(bytes, name, options) {
    const before = this.session.game;
    const isOpen = await this.openKnown(bytes, name, options);
    if (isOpen && this.session.game !== before) this.send(bytes);
    return isOpen;
  }

  /** Opens a replay that came from the server. @returns {Promise<boolean>} whether it was opened */
  async openKnown(bytes, name, options) {
    const { session } = this;
    const before = session.game;
    const layers = before ? [...session.layers] : readLink(location.hash).layers ? [] : this.firstLayers;
    const isOpen = await super.openOne(bytes, name, options);
    if (session.game !== before) layers.forEach((key) => session.setLayer(key, true));
    return isOpen;
  }

  async send(bytes) {
    if (this.onUpload) await this.onUpload(bytes);
    else this.unsent = bytes;
  }
}
