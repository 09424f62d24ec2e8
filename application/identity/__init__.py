"""Proofs of identity and the sessions they open."""
