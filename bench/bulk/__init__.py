"""Bulk emails of several owners, and what became of each of them."""
