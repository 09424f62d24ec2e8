"""Messaging: outgoing e-mail, which never carries content."""
