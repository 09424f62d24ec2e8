"""Mail as the world gets it: templates, and the provider that carries it."""
