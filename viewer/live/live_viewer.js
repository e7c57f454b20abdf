// The viewer that tells which game was opened, so that the bot can be asked about it.

import { Viewer } from "../page/app.js";

/** A viewer whose games the server knows. */
export class LiveViewer extends Viewer {
  /**
   * Opens a file that a person chose or dropped; a replay is sent to the server, which gives it a name.
   *
   * @override
   */
  async open(bytes, name, options) {
    const before = this.session.game;
    const isOpen = await super.open(bytes, name, options);
    if (isOpen && this.session.game !== before) await this.onUpload?.(bytes);
    return isOpen;
  }

  /** Opens a replay that came from the server. @returns {Promise<boolean>} whether it was opened */
  openKnown(bytes, name) {
    return super.open(bytes, name);
  }
}
