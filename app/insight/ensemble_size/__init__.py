"""The number of members that is enough."""
