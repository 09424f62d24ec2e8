"""Where people belong: accounts with their members and roles, invitations, vouchers."""
