"""The commands of `python -m research`; each module has a function that runs one."""
