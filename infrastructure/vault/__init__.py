"""Adapters for keys: signatures, the log's own key, and what the read models know."""
