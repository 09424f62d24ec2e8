"""What subcommands of the operator share: one command is carried out, and its outcome said."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, date, datetime, time
from typing import Any

from api.cli.commands import emit
from api.composition.operating import carry_out
from domain.errors import Refused
from infrastructure.settings import load_settings


def end_of_day(text: str) -> datetime:
    """A date on the command line, up to its last second in UTC."""
    return datetime.combine(date.fromisoformat(text), time(23, 59, 59), UTC)


def operate(arguments: argparse.Namespace, command: Any, *, done: str, nothing: str = "") -> int:
    """Carry out a command and say `done` with its answer, or `nothing` when it was so already."""
    try:
        outcome = carry_out(load_settings(), command)
    except Refused as refusal:
        if arguments.json:
            emit(
                {"changed": False, "code": refusal.code, "reason": refusal.reason, "message": refusal.message}
            )
        else:
            print(refusal.message, file=sys.stderr)
        return 1
    changed = bool(outcome.position)
    if arguments.json:
        emit({"changed": changed, "answer": outcome.answer})
    else:
        print(done.format(outcome.answer) if changed else nothing)
    return 0
