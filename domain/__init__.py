"""What the product means: rules as plain functions over immutable values."""
