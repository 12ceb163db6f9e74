"""Data that ships with Ductus: alphabets, presets, word lists."""
