"""What each epoch of the code writes: `python -m tests.contracts.epochs` notes that of a new one.

What was noted stays: older processes beside newer ones go by it. So an epoch that is known is never noted
again, and whoever adds to the log or changes an inline read model raises the epoch first.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from application.catalogue import DECIDERS
from infrastructure.event_store.epoch import EPOCH
from infrastructure.event_store.migrate import MIGRATIONS
from infrastructure.event_store.registry import EventRegistry
from projections.catalogue import PROJECTIONS

FILE = Path(__file__).parent / "epochs.json"
HOW = (
    "An older process would misread it, or leave it out. Raise EPOCH (infrastructure/event_store/epoch.py "
    "says when OLDEST follows), then run `python -m tests.contracts.epochs`."
)


def noted() -> dict[int, dict[str, Any]]:
    """By epoch: events and inline read models with their versions, and the migrations there were."""
    return {int(epoch): known for epoch, known in json.loads(FILE.read_bytes()).items()}


def written_now() -> dict[str, dict[str, int]]:
    registry = EventRegistry(DECIDERS)
    inline = {p.name: p.version for p in PROJECTIONS if p.mode == "inline"}
    return {
        "events": {name: event.schema_version for name, event in sorted(registry.classes.items())},
        "inline": dict(sorted(inline.items())),
    }


def migrations_now() -> list[str]:
    return sorted(file.name for file in MIGRATIONS.glob("[0-9]*.sql"))


def differences(before: dict[str, dict[str, int]], now: dict[str, dict[str, int]]) -> list[str]:
    """One line for each name that came, went or changed its version."""
    return [
        f"{kind} {name}: {before[kind].get(name, 'not there')} in the epoch, "
        f"{now[kind].get(name, 'gone')} now"
        for kind in now
        for name in sorted(before[kind].keys() | now[kind].keys())
        if before[kind].get(name) != now[kind].get(name)
    ]


def note() -> None:
    known = noted() if FILE.exists() else {}
    if EPOCH in known:
        sys.exit(f"Epoch {EPOCH} is noted already. {HOW}")
    known[EPOCH] = {**written_now(), "migrations": migrations_now()}
    FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    note()
