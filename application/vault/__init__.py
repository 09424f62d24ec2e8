"""Keys, as commands: devices, the key log, role keys, and what content owes to all three."""
