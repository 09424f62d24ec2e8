"""What the processes write down: one JSON line per event, from the level that the settings name.

What libraries and Python itself have to say comes in the same form, from warnings on: below that they print
what a job or a call was given. `logger` is who wrote such a line.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, TextIO, cast

import structlog

log = structlog.get_logger("coffer.process")

_OURS = "coffer"
# What every record has; the rest was said with it.
_PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}

SERVER_LOGS: Mapping[str, Any] = {
    "formatters": {},
    "handlers": {"json": {"()": "infrastructure.logs.JsonLines"}},
    "loggers": {"_granian": {"handlers": ["json"], "propagate": False}},
}
"""For the HTTP server, which sets up its own log in each of its processes."""


class _Steadfast:
    """Standard output whose failure is no failure of who writes: a full disk, a reader that has gone."""

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            sys.stdout.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            sys.stdout.flush()


class _Json(logging.Formatter):
    """A line of the standard library's log, with the members of all other lines."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {"event": record.getMessage(), "logger": record.name}
        if record.name.partition(".")[0] == _OURS:
            fields |= {name: value for name, value in record.__dict__.items() if name not in _PLAIN}
        fields |= structlog.contextvars.get_contextvars()
        fields["level"] = record.levelname.lower()
        at = datetime.fromtimestamp(record.created, UTC)
        fields["timestamp"] = at.isoformat().replace("+00:00", "Z")
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return str(structlog.processors.JSONRenderer()(None, "", fields))


class JsonLines(logging.StreamHandler[TextIO]):
    """Writes them where all other lines go."""

    def __init__(self) -> None:
        super().__init__(cast("TextIO", _Steadfast()))
        self.setFormatter(_Json())


def log_beside_answers() -> None:
    """For a command whose standard output is its answer."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))


def log_as_json(level: str) -> None:
    """Configure this process. `level` is one of debug, info, warning, error."""
    least = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", _Steadfast())),
        cache_logger_on_first_use=True,
    )
    root = logging.getLogger()
    root.handlers[:] = [JsonLines()]
    root.setLevel(max(least, logging.WARNING))
    logging.getLogger(_OURS).setLevel(least)
    logging.captureWarnings(True)
    sys.excepthook = _crashed
    threading.excepthook = lambda said: _crashed(said.exc_type, said.exc_value, said.exc_traceback)
    sys.unraisablehook = lambda said: _crashed(said.exc_type, said.exc_value, said.exc_traceback)


def log_refusal(reason: str) -> None:
    """The last word of a process that cannot start, whatever it was that kept it from it."""
    log_as_json("info")
    log.critical("cannot_start", reason=reason)


def _crashed(kind: type[BaseException], fault: BaseException | None, traceback: TracebackType | None) -> None:
    if not issubclass(kind, (KeyboardInterrupt, SystemExit)):
        log.critical("crashed", exc_info=(kind, fault, traceback))
