"""One module per file format an archive may hold, both ways where the format allows."""
