"""A process that hangs ends by itself, so that whoever keeps it up starts it again.

Docker watches for health and starts nothing again for it; both it and `./run` start again what has ended.
"""

import faulthandler
import time

# More than anything that is one turn of the work may take.
HANG_SECONDS = 150.0
# Arming costs a thread.
_EVERY_SECONDS = 5.0


class _Watch:
    def __init__(self) -> None:
        self.seconds: float | None = None
        self.armed_at = 0.0

    def arm(self, seconds: float) -> None:
        self.seconds, self.armed_at = seconds, time.monotonic()
        # Not a thread of Python's: it also ends what holds the interpreter. It says where each thread was.
        faulthandler.dump_traceback_later(seconds, exit=True)


_watch = _Watch()


def end_when_hung(seconds: float = HANG_SECONDS) -> None:
    """From now on this process ends when no `turn` comes for so long."""
    _watch.arm(seconds)


def turn() -> None:
    """Call it from the loop that does the work, also when a turn of it did not go well. Does nothing in a
    process that nobody watches."""
    seconds = _watch.seconds
    if seconds is not None and time.monotonic() > _watch.armed_at + min(_EVERY_SECONDS, seconds / 4):
        _watch.arm(seconds)


def end_watch() -> None:
    """What follows the work may take its time."""
    _watch.seconds = None
    faulthandler.cancel_dump_traceback_later()
