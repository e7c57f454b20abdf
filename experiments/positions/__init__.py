"""Tagged positions: frames of real games with their right and wrong moves, and which players find them."""
