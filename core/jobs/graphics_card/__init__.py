"""The installation of a PyTorch for the graphics card, beside the program."""
