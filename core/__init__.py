"""The engine of Ductus: from scanned words to debiased readings. It knows no Qt and imports torch late."""

__version__ = "0.1.0"
