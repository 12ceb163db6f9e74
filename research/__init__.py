"""The laboratory: what measures Ductus and makes its models. No part of the program imports it."""
