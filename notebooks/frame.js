// The page that thinks, in a frame of a cell; dragging.py gives its text, and what its address says.

/** Draws a view of a Board (notebooks/dragging.py); anywidget calls it for every cell that shows one. */
function render({ model, el }) {
  const address = URL.createObjectURL(new Blob([model.get("_page")], { type: "text/html" }));
  const frame = document.createElement("iframe");
  frame.title = "A board that thinks: drag a number, and the field follows";
  frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 1px solid #8884; border-radius: 8px`;
  frame.src = address + model.get("link");
  el.append(frame);
  return () => URL.revokeObjectURL(address);
}

export default { render };
