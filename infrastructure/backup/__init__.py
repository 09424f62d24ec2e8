"""Backups: everything that an installation keeps, at one position of its log, sealed by a pass-phrase."""
