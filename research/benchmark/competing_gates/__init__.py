"""Other published rules that decide between seen and unseen words, measured on the same members."""
