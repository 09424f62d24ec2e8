"""Set-up that runs before there is anything to import: the standard library only, and nothing else."""
