"""What accounts do by themselves: settings, plans, and the answers about them."""
