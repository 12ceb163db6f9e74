"""The place Page: the scan with its words, read and put right where they stand."""
