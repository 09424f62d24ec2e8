"""What can be proved, and what people are told of it."""
