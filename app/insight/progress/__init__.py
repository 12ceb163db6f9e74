"""How the checking goes on, and whether what is left is reliable enough: the audit."""
