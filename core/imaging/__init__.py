"""Images of pages and words: reading, normalising, augmenting, segmenting, and synthetic handwriting."""
