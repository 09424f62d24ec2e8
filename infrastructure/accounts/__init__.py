"""Accounts in the world: the price list, what pays for a plan, and what the read models know."""
