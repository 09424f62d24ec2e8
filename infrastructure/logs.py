"""What the processes write down: one JSON line per event, from the level that the settings name."""

from __future__ import annotations

import contextlib
import logging
import sys
from typing import TextIO, cast

import structlog


class _Steadfast:
    """Standard output whose failure is no failure of who writes: a full disk, a reader that has gone."""

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            sys.stdout.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            sys.stdout.flush()


def log_beside_answers() -> None:
    """For a command whose standard output is its answer."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))


def log_as_json(level: str) -> None:
    """Configure this process. `level` is one of debug, info, warning, error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", _Steadfast())),
        cache_logger_on_first_use=True,
    )
