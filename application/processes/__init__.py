"""Where contexts meet: what one action means for several of them at once."""
