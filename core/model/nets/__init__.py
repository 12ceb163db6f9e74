"""The networks that may serve as an embedder's body; each maps ink [B, 1, 50, 250] to its two heads."""
