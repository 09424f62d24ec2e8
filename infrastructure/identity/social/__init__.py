"""Identity providers over OpenID Connect: where they are, what they sign with, and what they say."""
