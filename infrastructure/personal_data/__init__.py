"""Personal values under keys that can be destroyed, and keyed hashes of values that can be guessed."""
