"""The PyTorch for a graphics card that a person had installed beside the program: where it lies, when it is used."""
