"""Who waits for a hash is not left to a process that gets no time."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Generator, Iterator

import pytest

from infrastructure.identity.hash_queue import HashQueue
from infrastructure.identity.hasher import Hasher
from infrastructure.identity.throughput import Throughput

# A thread that ends by a fault is a hasher less for ever.
pytestmark = [
    pytest.mark.real_hashes,
    pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning"),
]

WORD = b"plum-orbit-27"
# Far more than a hash takes on any machine; nothing here waits for it to pass.
LONG = 100.0


class Parts:
    def __init__(self, patience: float = 0.05) -> None:
        self.hashers = [Hasher(0), Hasher(1)]
        self.queue = HashQueue(self.hashers, Throughput(), patience=patience)

    def hashed(self, times: int) -> list[str]:
        turns = [self.queue.join(WORD, b"") for _ in range(times)]
        return [turn.answer.result(LONG) for turn in turns]


@pytest.fixture
def parts() -> Iterator[Parts]:
    parts = Parts()
    yield parts
    parts.queue.close()
    for hasher in parts.hashers:
        hasher.close()


@contextlib.contextmanager
def without_time(hasher: Hasher) -> Generator[None]:
    """As a process of the class that only takes what is left, where nothing is."""
    assert hasher.pid is not None
    os.kill(hasher.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(hasher.pid, signal.SIGCONT)


def test_a_crowd_is_worked_off_by_all(parts: Parts) -> None:
    parts.hashed(8)
    assert all(hasher.pid for hasher in parts.hashers)


def test_who_comes_alone_is_at_the_one_that_has_a_share(parts: Parts) -> None:
    for _ in range(5):
        parts.hashed(1)
    assert [hasher.pid is not None for hasher in parts.hashers] == [True, False]


def test_whoever_is_at_one_that_gets_no_time_is_done_by_the_other(parts: Parts) -> None:
    parts.hashed(8)
    with without_time(parts.hashers[1]):
        for _ in range(3):
            assert all(answer.startswith("$argon2id$") for answer in parts.hashed(4))
    # What it owes is nobody's any more, and is not taken for the answer to the next question.
    hashed = parts.hashed(1)[0].encode()
    turns = [parts.queue.join(word, hashed) for word in (WORD, b"x", WORD, b"x") for _ in range(2)]
    assert [turn.answer.result(LONG) for turn in turns] == ["yes", "yes", "no", "no"] * 2


def test_who_has_gone_away_is_not_hashed_for(parts: Parts) -> None:
    parts.hashed(2)
    with contextlib.ExitStack() as stack:
        for hasher in parts.hashers:
            if hasher.pid is not None:
                stack.enter_context(without_time(hasher))
        turns = [parts.queue.join(WORD, b"") for _ in range(6)]
        for turn in turns[:-1]:
            turn.given_up = True
    assert turns[-1].answer.result(LONG)
    # Two may have begun before; the others were passed over.
    assert sum(turn.answer.done() for turn in turns[:-1]) <= 2


def test_what_waits_is_worked_off_before_the_end() -> None:
    parts = Parts()
    turns = [parts.queue.join(WORD, b"") for _ in range(4)]
    parts.queue.close()
    assert all(turn.answer.done() for turn in turns)
    for hasher in parts.hashers:
        hasher.close()
