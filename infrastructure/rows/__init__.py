"""Read models on PostgreSQL: their tables, the rows of a fact, and reading them."""
