"""The Review view: words checked one at a time, or in groups with the same suggestion."""
