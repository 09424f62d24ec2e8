"""How a part without an address of its own says that it is ready: it writes a file that somebody named."""

import os
from pathlib import Path

READY_FILE = "COFFER_READY_FILE"


def announce_ready() -> None:
    """Call it once everything is connected. Without somebody waiting it does nothing."""
    if named := os.environ.get(READY_FILE):
        Path(named).touch()
