"""What leaves the house: e-mail, which never carries content."""
