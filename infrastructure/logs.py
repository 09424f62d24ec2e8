"""What the processes write down: one JSON line per event, from the level that the settings name."""

from __future__ import annotations

import logging

import structlog


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
        cache_logger_on_first_use=True,
    )
