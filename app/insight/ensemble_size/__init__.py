"""How many members would be enough."""
