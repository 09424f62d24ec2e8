"""The Merkle tree over a log: sealed in checkpoints that an auditor holds the log to."""
