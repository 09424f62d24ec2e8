"""Readiness and pulse of a process without a port: files that its supervisor named.

`python -m infrastructure.readiness` says by its exit code whether the process of this container still works.
"""

import os
import sys
import time
from pathlib import Path

from infrastructure.watchdog import turn

_turned_at = time.monotonic()

READY_FILE = "COFFER_READY_FILE"
PULSE_FILE = "COFFER_PULSE_FILE"
# Twice the longest that one statement of a follower may take.
PULSE_SECONDS = 120.0


def announce_ready() -> None:
    """Call it once everything is connected. Does nothing when no file was named."""
    if named := os.environ.get(READY_FILE):
        Path(named).touch()


def beat() -> None:
    """Call it from the loop that does the work, whenever a turn of it went well."""
    global _turned_at
    _turned_at = time.monotonic()
    turn()
    if named := os.environ.get(PULSE_FILE):
        Path(named).touch()


def turns() -> bool:
    """Whether a turn of this process's work went well lately."""
    return time.monotonic() - _turned_at < PULSE_SECONDS


def beats(named: str, now: float) -> bool:
    """Whether a turn of the work went well lately."""
    try:
        return Path(named).stat().st_mtime > now - PULSE_SECONDS
    except FileNotFoundError:
        return False


if __name__ == "__main__":
    sys.exit(0 if beats(os.environ[PULSE_FILE], time.time()) else 1)
