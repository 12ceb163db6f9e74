"""What differs between Linux, Windows and macOS: programs, processes, files, folders, memory.

No other module asks which of them this is.
"""
