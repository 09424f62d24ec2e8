"""Whoever adds to the log, or changes what is written with it, raises the epoch: older code must know."""

from __future__ import annotations

import subprocess
import sys

import pytest

from infrastructure.event_store.epoch import EPOCH, OLDEST
from infrastructure.local.places import CHECKOUT
from tests.contracts.epochs import HOW, differences, migrations_now, noted, written_now


def test_events_and_inline_read_models_are_those_of_the_epoch() -> None:
    assert EPOCH in noted(), f"Epoch {EPOCH} is not noted: run `python -m tests.contracts.epochs`."
    changed = differences(noted()[EPOCH], written_now())
    assert not changed, "\n".join([*changed, HOW])


def test_a_migration_says_of_which_epoch_it_is() -> None:
    """One that older code can live beside is added to the epoch by hand; any other takes a new epoch."""
    listed = noted()[EPOCH]["migrations"]
    new = sorted(set(migrations_now()) - set(listed))
    assert not new, (
        f"{', '.join(new)}: if the version before can go on beside it, add it to the migrations of epoch "
        f"{EPOCH} in tests/contracts/epochs.json. If not, raise EPOCH and OLDEST."
    )
    assert listed == migrations_now()


def test_epochs_follow_one_another_and_lose_nothing() -> None:
    """An event that was written once is read for ever."""
    known = noted()
    assert list(known) == list(range(1, EPOCH + 1))
    assert 1 <= OLDEST <= EPOCH
    for epoch in range(2, EPOCH + 1):
        before, after = known[epoch - 1], known[epoch]
        assert before["events"].keys() <= after["events"].keys(), f"epoch {epoch} forgets events"
        assert before["migrations"] == after["migrations"][: len(before["migrations"])]


@pytest.mark.parametrize(
    ("kind", "name", "version"),
    [("events", "task.renamed_twice", 1), ("events", "user.erased", 2), ("inline", "users", 4)],
)
def test_what_was_added_or_changed_is_named(kind: str, name: str, version: int) -> None:
    now = written_now()
    now[kind] = {**now[kind], name: version}
    (line,) = differences(written_now(), now)
    assert line.startswith(f"{kind} {name}: ")
    assert line.endswith(f"{version} now")


def test_an_epoch_is_noted_once() -> None:
    again = subprocess.run(
        [sys.executable, "-m", "tests.contracts.epochs"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 1
    assert "is noted already" in again.stderr
