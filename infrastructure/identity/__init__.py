"""Adapters of signing in: hashes, codes, ceremonies, limits, and who is registered."""
