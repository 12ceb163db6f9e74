"""Members and shards of words as jobs of their own: on this computer side by side, or on a cluster under Slurm."""
