"""The stream of changes: one socket per tab, told what has changed for its account."""
