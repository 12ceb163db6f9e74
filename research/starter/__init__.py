"""How the starter model is made."""
