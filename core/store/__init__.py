"""Models on disk: HDF5 files of numbers and JSON, written aside and renamed into place."""
