"""Where ciphertext lies: a folder of ours, or any store that speaks S3."""
