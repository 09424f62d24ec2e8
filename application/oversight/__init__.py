"""What can be proved: reports and, beside the log itself, what is derived from it."""
