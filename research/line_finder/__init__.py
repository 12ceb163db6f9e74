"""How the line finder and the trees for the ends of words are made."""
