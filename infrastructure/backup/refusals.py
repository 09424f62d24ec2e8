"""Why a backup is not taken or not restored."""

from __future__ import annotations


class NotDone(Exception):
    """Nothing was written; the text is one sentence for the person who asked."""
