"""What documents and files keep outside the log, and what they look up of the read models."""
