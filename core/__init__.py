"""The engine of Ductus: training and debiased recognition. It never imports Qt, and torch only where it is used."""

__version__ = "0.1.0"
