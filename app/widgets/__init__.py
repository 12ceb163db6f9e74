"""What all screens stand on: colours, icons, settings."""
