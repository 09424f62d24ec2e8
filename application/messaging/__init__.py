"""Mail, from the wish to send it to the answer of the provider."""
