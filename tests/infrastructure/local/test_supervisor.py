"""The supervisor: parts start in order, come back alone, stop in reverse, and never outlive it."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from infrastructure.local.places import CHECKOUT
from infrastructure.local.processes import command_line
from tests.support.toy_stack import PATIENCE

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


def wait_for_line(child: "subprocess.Popen[str]", wanted: str) -> None:
    assert child.stdout is not None
    for line in child.stdout:
        if wanted in line:
            return
    pytest.fail(f"The stack ended without the line {wanted!r}.")


def wait_until_up(child: "subprocess.Popen[str]") -> None:
    wait_for_line(child, "all up")


def wait_until_back(child: "subprocess.Popen[str]", name: str) -> None:
    wait_for_line(child, f"{name} is back after ")


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def pids(folder: Path) -> list[int]:
    return [int(pid) for note in folder.glob("*.pids") for pid in note.read_text().split()]


def lives(folder: Path, name: str) -> list[list[int]]:
    """For each start of a part its process and the one that this started."""
    return [[int(pid) for pid in line.split()] for line in (folder / f"{name}.pids").read_text().splitlines()]


def started(folder: Path, times: int) -> bool:
    return len((folder / "starts").read_text().split()) >= times


def is_over(pid: int) -> bool:
    """Whether its parent could be told of its end; its command line is gone a moment before."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return not command_line(pid)


def kill(folder: Path, name: str) -> None:
    os.kill(lives(folder, name)[-1][0], signal.SIGKILL)


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
    assert "broken did not start: it ended with exit code 1.\nbroken is up\nno key found\n" in told
    assert not (tmp_path / "never.pids").exists()
    assert still_running(tmp_path) == []


def test_it_can_be_interrupted_when_its_starter_ignored_interrupts(start: Start, tmp_path: Path) -> None:
    stack = start("first", ignoring_interrupts=True)
    wait_until_up(stack)
    stack.send_signal(signal.SIGINT)
    assert stack.wait(PATIENCE_SECONDS) == 0
    assert (tmp_path / "ends").read_text() == "first SIGINT\n"


def test_a_part_that_dies_comes_back_alone_and_with_nothing_left_of_its_former_life(
    start: Start, tmp_path: Path
) -> None:
    stack = start("first", "second", "third")
    wait_until_up(stack)
    former = pids(tmp_path)
    kill(tmp_path, "second")
    wait_until_back(stack, "second")
    fresh = lives(tmp_path, "second")[1]
    assert [pid for pid in former if not command_line(pid)] == lives(tmp_path, "second")[0]
    assert all(command_line(pid) for pid in fresh)
    assert all(len(lives(tmp_path, name)) == 1 for name in ("first", "third"))
    stack.send_signal(signal.SIGTERM)
    assert stack.wait(PATIENCE_SECONDS) == 0
    assert (tmp_path / "ends").read_text().splitlines() == ["third SIGTERM", "second SIGTERM", "first SIGINT"]
    assert still_running(tmp_path) == []


def test_what_died_together_comes_back_in_the_order_in_which_it_is_needed(
    start: Start, tmp_path: Path
) -> None:
    stack = start("first", "second<first", "third<second<first")
    wait_until_up(stack)
    (tmp_path / "starts").unlink()
    stack.send_signal(signal.SIGSTOP)
    for name in ("third", "second", "first"):
        kill(tmp_path, name)
        wait_until(partial(is_over, lives(tmp_path, name)[-1][0]))
    stack.send_signal(signal.SIGCONT)
    wait_until_back(stack, "third")
    assert (tmp_path / "starts").read_text().split() == ["first", "second", "third"]


def test_a_part_that_goes_on_dying_is_given_up_by_name_and_stops_the_rest(
    start: Start, tmp_path: Path
) -> None:
    stack = start("first", "fickle", "third")
    wait_until_up(stack)
    (tmp_path / "enough").touch()
    told, _ = stack.communicate(timeout=PATIENCE_SECONDS)
    assert stack.returncode == 1
    assert len(lives(tmp_path, "fickle")) == PATIENCE.deaths + 1
    assert "ended with exit code 1. It ended 4 times before it had stood for 600 s, and is not" in told
    assert "fickle is up\nnothing goes well\n(all of it: " in told
    assert (tmp_path / "ends").read_text().splitlines() == ["third SIGTERM", "first SIGINT"]
    assert still_running(tmp_path) == []


def test_the_rest_goes_on_without_a_part_that_it_can_do_without(start: Start, tmp_path: Path) -> None:
    stack = start("first", "fickle?", "third")
    wait_until_up(stack)
    (tmp_path / "enough").touch()
    wait_for_line(stack, "is not started again. Everything else goes on.")
    kill(tmp_path, "third")
    wait_until_back(stack, "third")
    assert len(lives(tmp_path, "first")) == 1
    stack.send_signal(signal.SIGTERM)
    assert stack.wait(PATIENCE_SECONDS) == 0
    assert still_running(tmp_path) == []


def test_a_part_that_says_that_it_comes_up_is_waited_for_and_one_that_says_nothing_is_not(
    start: Start, tmp_path: Path
) -> None:
    stack = start("first", "reader+silent?", "never")
    told, _ = stack.communicate(timeout=PATIENCE_SECONDS)
    assert "silent did not answer for 2 s.\nsilent is up\n" in told
    (tmp_path / "reader.pids").unlink()
    stack = start("first", "reader", "last")
    for _ in range(2):
        # Each is said after its patience is over.
        wait_for_line(stack, "reader reads what it has kept")
    assert len(lives(tmp_path, "reader")) == 1
    (tmp_path / "enough").touch()
    wait_until_up(stack)


def test_a_part_that_fails_slowly_is_given_up_by_name(start: Start, tmp_path: Path) -> None:
    stack = start("first", "mute", "third")
    wait_until_up(stack)
    (tmp_path / "enough").touch()
    told, _ = stack.communicate(timeout=PATIENCE_SECONDS)
    assert stack.returncode == 1
    assert len(lives(tmp_path, "mute")) == PATIENCE.deaths + 1
    assert "mute ended with exit code 1. Starting it again.\n" in told
    assert "mute did not answer for 2 s. It ended 4 times before it had stood for 600 s, and is not" in told
    assert still_running(tmp_path) == []


def test_a_stop_in_the_middle_of_bringing_back_leaves_nothing(start: Start, tmp_path: Path) -> None:
    for moment in range(6):
        stack = start("first", "second<first", "third<first")
        wait_until_up(stack)
        for name in ("first", "second", "third"):
            kill(tmp_path, name)
        # Before the first of them starts again, while the others do, and afterwards.
        wait_until(partial(started, tmp_path, 3 + moment // 2))
        stack.send_signal(signal.SIGTERM)
        assert stack.wait(PATIENCE_SECONDS) == 0
        assert still_running(tmp_path) == []
        (tmp_path / "starts").unlink()
        for note in tmp_path.glob("*.pids"):
            note.unlink()


def test_a_part_that_does_not_come_up_is_named_with_its_last_words(start: Start, tmp_path: Path) -> None:
    stack = start("first", "broken")
    told, _ = stack.communicate(timeout=PATIENCE_SECONDS)
    assert stack.returncode == 1
    assert "broken did not start: it ended with exit code 1.\nbroken is up\nno key found\n" in told
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
