"""Connections come from one place, where they are proved, timed, and where trouble becomes a refusal."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from infrastructure.local.places import CHECKOUT

LAYERS = ("domain", "application", "projections", "infrastructure", "api")

TAKING = {"connection", "getconn", "putconn", "get_connection"}
CONNECTING = {"connect", "from_url"}

# Whoever takes a connection from a pool by itself has to prove, time and translate by itself.
TAKES = {
    "infrastructure/postgres.py": "the place itself",
    "infrastructure/event_store/recorder.py": "the library's contract, of which no request knows",
    "infrastructure/grouped_script.py": "of Valkey, whose pool proves by itself",
}
# Connections outside of the pools: those of processes and threads that come back by themselves, and of
# commands that a person started and looks at.
CONNECTS = {
    "infrastructure/postgres.py": "the place itself",
    "infrastructure/valkey.py": "the place itself",
    "infrastructure/bus.py": "a follower's thread says what it heard",
    "infrastructure/outbox.py": "listens",
    "infrastructure/telling.py": "a follower's thread",
    "infrastructure/event_store/writer.py": "the one appender, which proves and times by itself",
    "infrastructure/event_store/notifier.py": "a thread that nobody waits for",
    "infrastructure/event_store/follower.py": "a follower",
    "infrastructure/event_store/migrate.py": "a command",
    "infrastructure/event_store/subscription.py": "listens",
    "infrastructure/event_store/account_log.py": "a command",
    "infrastructure/event_store/rebuilding.py": "a command",
    "infrastructure/event_store/recorded.py": "a thread of the worker",
    "infrastructure/event_store/replay.py": "a command",
    "infrastructure/event_store/verify.py": "a command",
    "infrastructure/rows/progress.py": "listens",
    "infrastructure/collecting.py": "a lock that a backup holds, or a chore tries",
    "infrastructure/backup/take.py": "a command",
    "infrastructure/backup/restore.py": "a command",
    "api/composition/backing_up.py": "a command",
    "infrastructure/starting.py": "before a process begins",
    "infrastructure/mail/smtp.py": "to a mail server, which is no store",
    "infrastructure/mail/examination.py": "the same",
    "infrastructure/adopting.py": "a command",
    "infrastructure/analysis/views.py": "a command",
    "infrastructure/analysis/logins.py": "a command",
    "infrastructure/analysis/exporting.py": "a command",
    "infrastructure/vault/sealer.py": "a follower",
    "infrastructure/log_tree/sealer.py": "a follower",
    "infrastructure/log_tree/bundle.py": "a command",
    "infrastructure/oversight/backtest.py": "a command",
}


def _calls(file: Path, names: set[str]) -> Iterator[int]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names:
            yield node.lineno


def _files() -> Iterator[Path]:
    for layer in LAYERS:
        for file in sorted((CHECKOUT / layer).rglob("*.py")):
            # The stack's own parts start servers and wait for them; commands of operators are looked at.
            if not file.is_relative_to(CHECKOUT / "infrastructure" / "local") and "cli" not in file.parts:
                yield file


@pytest.mark.parametrize(
    ("names", "allowed"), [(TAKING, TAKES), (CONNECTING, CONNECTS)], ids=["takes", "connects"]
)
def test_nobody_else_takes_or_makes_connections(names: set[str], allowed: dict[str, str]) -> None:
    found = {str(file.relative_to(CHECKOUT)): [*_calls(file, names)] for file in _files()}
    doing = {name for name, lines in found.items() if lines}
    assert doing == set(allowed), {name: found[name] for name in doing ^ set(allowed)}
