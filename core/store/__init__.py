"""Models on disk: HDF5 files of numbers and JSON, complete when they get their name."""
