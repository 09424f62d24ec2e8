"""Identity: users, their sessions, and security events."""
