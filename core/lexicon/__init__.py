"""Words, alphabets and the signature e(w) of a word."""
