// The theme searches in a worker, and a browser starts none for a page that was opened from a file. There this stands
// in for one: the worker's script runs in a hidden frame, and messages go to and fro as they would to a worker.

if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #frame = document.createElement("iframe");
    #ready;

    constructor(address) {
      super();
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const { contentWindow: inside, contentDocument: page } = this.#frame;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = () => {
        throw new Error("a worker in a frame loads no further scripts");
      };
      const script = page.createElement("script");
      script.src = address;
      this.#ready = new Promise((loaded, failed) => {
        script.onload = loaded;
        script.onerror = () => failed(new Error(`${address} cannot be read`));
      });
      page.head.append(script);
    }

    postMessage(data) {
      const { contentWindow: inside } = this.#frame;
      this.#ready.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}
