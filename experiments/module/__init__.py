"""The kernels as one WebAssembly module, and a table of what lies where: with both a page thinks."""
