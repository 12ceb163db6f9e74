"""The desktop app of Ductus. It depends on ``core``, never the other way round."""
