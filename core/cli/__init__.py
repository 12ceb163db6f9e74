"""The command `ductus`: arguments, output, and one function for each command."""
