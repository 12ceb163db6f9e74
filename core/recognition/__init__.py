"""Algorithms 4 to 6: from embeddings to each member's reading, and from those to the word."""
