"""The pass-phrase of a backup: from the settings, or typed."""

from __future__ import annotations

import getpass
import os
import sys

from infrastructure.backup.refusals import NotDone
from infrastructure.settings import text_of_secret

VARIABLE = "COFFER_BACKUP_PASSPHRASE"


def ask_passphrase(*, twice: bool) -> str:
    """Raises `NotDone` when there is nobody to ask."""
    if known := text_of_secret(VARIABLE, os.environ):
        return known
    if not sys.stdin.isatty():
        raise NotDone(
            f"Set {VARIABLE}, or {VARIABLE}_FILE: there is no terminal to ask for the pass-phrase on."
        )
    typed = getpass.getpass("Pass-phrase of the backup: ")
    if twice and getpass.getpass("Once more: ") != typed:
        raise NotDone("These are two different pass-phrases.")
    return typed
