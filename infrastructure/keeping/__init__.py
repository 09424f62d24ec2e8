"""Damage at rest: what is kept is read again and compared with its hashes."""
