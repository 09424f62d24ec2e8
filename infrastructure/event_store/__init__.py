"""The log on PostgreSQL: appending, loading and following it."""
