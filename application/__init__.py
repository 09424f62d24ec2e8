"""What the product does: commands, the one path they take, and the processes that span aggregates."""
