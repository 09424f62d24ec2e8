"""The supervisor: parts start in order, stop together in reverse, and never outlive it."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from infrastructure.local.places import CHECKOUT
from infrastructure.local.processes import command_line

# For what ends in a moment, on a machine that is busy with something else.
PATIENCE_SECONDS = 60

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[subprocess.Popen[str]] = []

    def begin(*names: str, ignoring_interrupts: bool = False) -> subprocess.Popen[str]:
        def ignore() -> None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)

        child = subprocess.Popen(
            [sys.executable, "-m", "tests.support.toy_stack", str(tmp_path), *names],
            cwd=CHECKOUT,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=ignore if ignoring_interrupts else None,
        )
        started.append(child)
        return child

    yield begin
    for child in started:
        child.kill()
        child.wait()
        if child.stdout:
            child.stdout.close()
    for pid in pids(tmp_path):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def wait_until_up(child: "subprocess.Popen[str]") -> None:
    assert child.stdout is not None
    for line in child.stdout:
        if line == "all up\n":
            return
    pytest.fail("The stack ended before it was up.")


def pids(folder: Path) -> list[int]:
    return [int(pid) for note in folder.glob("*.pids") for pid in note.read_text().split()]


def still_running(folder: Path, patience: float = PATIENCE_SECONDS) -> list[list[str]]:
    deadline = time.monotonic() + patience
    while (left := [command_line(pid) for pid in pids(folder) if command_line(pid)]) and (
        time.monotonic() < deadline
    ):
        time.sleep(0.05)
    return left


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_end_that_was_asked_for_is_in_reverse_order_and_leaves_nothing(
    start: Start, tmp_path: Path, number: signal.Signals
) -> None:
    stack = start("first", "second", "third")
    wait_until_up(stack)
    stack.send_signal(number)
    assert stack.wait(PATIENCE_SECONDS) == 0
    assert (tmp_path / "ends").read_text().splitlines() == ["third SIGTERM", "second SIGTERM", "first SIGINT"]
    assert still_running(tmp_path) == []


def test_what_starts_in_one_step_starts_and_ends_side_by_side(start: Start, tmp_path: Path) -> None:
    # Each of the two is ready only once the other one runs.
    stack = start("first", "chicken+egg", "last")
    wait_until_up(stack)
    stack.send_signal(signal.SIGTERM)
    assert stack.wait(PATIENCE_SECONDS) == 0
    ends = (tmp_path / "ends").read_text().splitlines()
    assert (ends[0], set(ends[1:3]), ends[3]) == (
        "last SIGTERM",
        {"chicken SIGTERM", "egg SIGTERM"},
        "first SIGINT",
    )
    assert still_running(tmp_path) == []


def test_one_that_fails_ends_those_that_start_beside_it(start: Start, tmp_path: Path) -> None:
    stack = start("first", "second+broken+third", "never")
    told, _ = stack.communicate(timeout=PATIENCE_SECONDS)
    assert stack.returncode == 1
    assert "broken did not start.\nbroken is up\nno key found\n" in told
    assert not (tmp_path / "never.pids").exists()
    assert still_running(tmp_path) == []


def test_it_can_be_interrupted_when_its_starter_ignored_interrupts(start: Start, tmp_path: Path) -> None:
    stack = start("first", ignoring_interrupts=True)
    wait_until_up(stack)
    stack.send_signal(signal.SIGINT)
    assert stack.wait(PATIENCE_SECONDS) == 0
    assert (tmp_path / "ends").read_text() == "first SIGINT\n"


def test_a_part_that_dies_is_named_and_stops_the_rest(start: Start, tmp_path: Path) -> None:
    stack = start("first", "second", "third")
    wait_until_up(stack)
    os.kill(int((tmp_path / "second.pids").read_text().split()[0]), signal.SIGKILL)
    told, _ = stack.communicate(timeout=PATIENCE_SECONDS)
    assert stack.returncode == 1
    assert told == "second ended: signal SIGKILL.\n"
    assert (tmp_path / "ends").read_text().splitlines() == ["third SIGTERM", "first SIGINT"]
    assert still_running(tmp_path) == []


def test_a_part_that_does_not_come_up_is_named_with_its_last_words(start: Start, tmp_path: Path) -> None:
    stack = start("first", "broken")
    told, _ = stack.communicate(timeout=PATIENCE_SECONDS)
    assert stack.returncode == 1
    assert "broken did not start.\nbroken is up\nno key found\n" in told
    assert still_running(tmp_path) == []


def test_a_part_that_does_not_listen_is_ended_with_all_it_started(start: Start, tmp_path: Path) -> None:
    stack = start("first", "stubborn")
    wait_until_up(stack)
    stack.send_signal(signal.SIGTERM)
    assert stack.wait(PATIENCE_SECONDS) == 0
    assert still_running(tmp_path) == []


def test_nothing_runs_on_when_the_supervisor_is_killed(start: Start, tmp_path: Path) -> None:
    stack = start("first", "second", "third")
    wait_until_up(stack)
    stack.kill()
    stack.wait(5)
    assert still_running(tmp_path) == []
    assert sorted((tmp_path / "ends").read_text().split()) == [
        "SIGINT",
        "SIGTERM",
        "SIGTERM",
        "first",
        "second",
        "third",
    ]
