"""The progress of the checking, and the audit of what is left."""
