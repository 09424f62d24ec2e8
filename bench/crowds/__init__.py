"""Crowds that come at once, and what they and others are answered: the parts of `coffer bench overload`."""
