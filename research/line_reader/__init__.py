"""Making of the line reader that comes with Ductus: real lines, lines drawn in fonts, and its training."""
