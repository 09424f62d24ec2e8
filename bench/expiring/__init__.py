"""What `bench.expiry` stands on: a stack that warns, documents to be warned of, and what came of them."""
