// Unpacks the page's styles and its program, which stand before this script, and runs it.

(async () => {
  try {
    if (typeof DecompressionStream === "undefined" || !CSS.supports("color", "light-dark(#000, #fff)")) {
      throw new Error("this browser is too old; Chrome 123, Firefox 120, Safari 17.5 or newer is needed");
    }
    const [style, program] = await Promise.all(["style", "program"].map(unpack));
    document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
    document.body.append(Object.assign(document.createElement("script"), { type: "module", textContent: program }));
  } catch (error) {
    document.getElementById("page").textContent = `This page cannot be shown: ${error.message}.`;
  }
})();

/** The text of an element of the page that holds it as gzip in base64. */
async function unpack(name) {
  const packed = atob(document.getElementById(name).textContent);
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  writer.write(Uint8Array.from(packed, (letter) => letter.charCodeAt(0))).catch(() => {}); // the reader hears of it
  writer.close().catch(() => {});
  return new Response(readable).text();
}
