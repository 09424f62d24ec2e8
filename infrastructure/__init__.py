"""The world: everything outside of the product that it stands on."""
