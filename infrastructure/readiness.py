"""Readiness of a process without a port: it writes a file that its supervisor named."""

import os
from pathlib import Path

READY_FILE = "COFFER_READY_FILE"


def announce_ready() -> None:
    """Call it once everything is connected. Does nothing when no file was named."""
    if named := os.environ.get(READY_FILE):
        Path(named).touch()
