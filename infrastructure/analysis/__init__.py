"""Analysts on PostgreSQL: their views, their logins, and what a login is kept from learning."""
