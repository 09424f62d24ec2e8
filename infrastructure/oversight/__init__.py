"""Adapters for what can be proved: what a person was told."""
