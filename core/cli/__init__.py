"""The command `ductus`: a thin edge that parses, calls a job and shows what it says."""
