"""Password hashes: slow, salted, the same for the same text however it is typed."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from application.identity.password_rules import MIN_PASSWORD, length_of
from domain.errors import Unavailable
from infrastructure.identity.hasher import Hasher
from infrastructure.identity.known_passwords import FrequentPasswords
from infrastructure.identity.passwords import Argon2Passwords
from infrastructure.identity.throughput import Throughput

passwords = Argon2Passwords()
known = FrequentPasswords()

pytestmark = pytest.mark.real_hashes


async def test_a_hash_opens_for_its_password_only():
    hashed = await passwords.hashed("plum-orbit-27")
    assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert hashed != await passwords.hashed("plum-orbit-27")
    assert await passwords.matches("plum-orbit-27", hashed)
    assert not await passwords.matches("plum-orbit-28", hashed)
    assert not await passwords.matches("plum-orbit-27", "not a hash")


async def test_the_same_letters_in_another_form_are_the_same_password():
    assert await passwords.matches("caf\u0065\u0301-orbit", await passwords.hashed("caf\u00e9-orbit"))


async def test_a_lone_surrogate_is_a_password_like_any_other():
    assert await passwords.matches("\ud800-orbit-9", await passwords.hashed("\ud800-orbit-9"))


async def test_nobody_takes_as_much_work_as_somebody(monkeypatch: pytest.MonkeyPatch):
    answers: list[str] = []
    ask = Hasher.ask

    def heard(self: Hasher, password: bytes, hashed: bytes = b"") -> str:
        answers.append(ask(self, password, hashed))
        return answers[-1]

    monkeypatch.setattr(Hasher, "ask", heard)
    assert not await passwords.matches("wrong", None)
    # There is nothing to compare with, so a hash of the same cost is made, and thrown away.
    assert [answer.rpartition("$")[0].rpartition("$")[0] for answer in answers] == [
        "$argon2id$v=19$m=19456,t=2,p=1"
    ]


@pytest.mark.parametrize(
    "password", ["password", "PASSWORD1", "qwertyuiop", "sunshine99!", "aaaaaaaaaa", "coffer123"]
)
def test_what_attackers_try_first_is_known(password: str):
    assert known.is_known(password)


def test_enough_of_what_was_breached_is_known():
    long_enough = [password for password in known if length_of(password) >= MIN_PASSWORD]
    assert len(long_enough) > 3000
    assert all(known.is_known(password) for password in long_enough[:3000])


def test_what_is_known_of_a_person_is_known():
    assert known.is_known("hawthorne2031", "ann.hawthorne@example.com", "Ann Hawthorne")
    assert known.is_known("ann.hawthorne", "ann.hawthorne@example.com")
    assert not known.is_known("hawthorne-orbit-plum", "ann.hawthorne@example.com", "Ann Hawthorne")


@pytest.mark.parametrize("password", ["plum-orbit-27-lantern", "kX7#tq9!mZ", "a9b8c7d6e5f4"])
def test_an_honest_password_is_not(password: str):
    assert not known.is_known(password)


@pytest.fixture
def hashers() -> Iterator[tuple[Hasher, Hasher]]:
    """The first of a house, and one of those behind it."""
    first, other = Hasher(0), Hasher(1)
    yield first, other
    first.close()
    other.close()


def test_hashing_gives_way_to_everything_else(hashers: tuple[Hasher, Hasher]):
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    for hasher in hashers:
        hasher.ask(b"plum-orbit-27")
    first, other = (hasher.pid or 0 for hasher in hashers)
    assert os.getpriority(os.PRIO_PROCESS, first) > mine
    if sys.platform == "linux":
        assert os.sched_getscheduler(first) == os.SCHED_OTHER
        assert os.sched_getscheduler(other) == os.SCHED_IDLE
    else:
        assert os.getpriority(os.PRIO_PROCESS, other) > mine
    assert os.getpriority(os.PRIO_PROCESS, 0) == mine


def test_a_session_of_its_own_gives_way_where_sessions_are_weighed(hashers: tuple[Hasher, Hasher]):
    for hasher, niceness in zip(hashers, (10, 19), strict=True):
        hasher.ask(b"plum-orbit-27")
        assert os.getsid(hasher.pid or 0) != os.getsid(0)
        weighed = Path(f"/proc/{hasher.pid}/autogroup")
        assert not weighed.exists() or weighed.read_text().split()[-1] == str(niceness)


def what_others_see(pid: int) -> bytes:
    """The command line and the environment that a process was started with."""
    if sys.platform == "linux":
        return b"".join(Path(f"/proc/{pid}/{part}").read_bytes() for part in ("cmdline", "environ"))
    return subprocess.run(["/bin/ps", "eww", str(pid)], capture_output=True, check=True).stdout


def test_whoever_hashes_is_told_no_secret_of_ours(
    hashers: tuple[Hasher, Hasher], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COFFER_KEK", "canary")
    hashers[0].ask(b"plum-orbit-27")
    shown = what_others_see(hashers[0].pid or 0)
    assert b"hashing.py" in shown
    assert b"canary" not in shown
    assert b"plum" not in shown


def test_a_process_that_ended_is_replaced(hashers: tuple[Hasher, Hasher]):
    hashed = hashers[0].ask(b"plum-orbit-27").encode()
    before = hashers[0].pid
    assert before is not None
    os.kill(before, signal.SIGKILL)
    assert hashers[0].ask(b"plum-orbit-27", hashed) == "yes"
    assert hashers[0].ask(b"plum-orbit-28", hashed) == "no"
    assert hashers[0].pid != before


def test_a_process_ends_with_its_input_and_not_with_the_signals_of_a_terminal(
    hashers: tuple[Hasher, Hasher],
):
    hashers[0].ask(b"plum-orbit-27")
    pid = hashers[0].pid
    assert pid is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(pid, number)
    assert hashers[0].ask(b"plum-orbit-27", b"of\nnobody") == "no"
    assert hashers[0].pid == pid
    hashers[0].close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize(
    "odd", [b" ", b"$argon2id$", b"$argon2id$v=19$m=19456,t=2,p=1$c2FsdA", b"x" * 200, "ü".encode()]
)
def test_what_is_no_hash_is_nobodys_and_ends_no_process(hashers: tuple[Hasher, Hasher], odd: bytes):
    hashers[0].ask(b"plum-orbit-27")
    pid = hashers[0].pid
    assert hashers[0].ask(b"plum-orbit-27", odd) == "no"
    assert hashers[0].pid == pid


async def test_a_crowd_at_the_door_waits_up_to_a_number():
    few = Argon2Passwords(at_once=1, most_waiting=3)
    answers = await asyncio.gather(*(few.hashed("plum-orbit-27") for _ in range(5)), return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Unavailable)]
    assert [refusal.reason for refusal in refused] == ["door_crowded"] * 2
    assert sum(isinstance(answer, str) for answer in answers) == 3
    assert await few.hashed("plum-orbit-27")
    few.close()


@contextlib.contextmanager
def frozen(few: Argon2Passwords) -> Generator[None]:
    """As on a machine that has no time for it."""
    for pid in few.pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in few.pids:
            os.kill(pid, signal.SIGCONT)


async def test_who_waits_in_vain_is_told_that_nothing_was_done_and_when_to_come_again():
    few = Argon2Passwords(at_once=1)
    hashed = await few.hashed("plum-orbit-27")
    few.most_seconds = 0.2
    with frozen(few):
        async with asyncio.timeout(10):
            answers = await asyncio.gather(
                *(few.matches("plum-orbit-27", hashed) for _ in range(3)), return_exceptions=True
            )
    for answer in answers:
        assert isinstance(answer, Unavailable)
        assert type(answer) is Unavailable, "whether it took place is known: it did not"
        assert answer.reason == "door_crowded"
        assert answer.details["retry_after"] >= 1
    few.most_seconds = 60.0
    assert await few.matches("plum-orbit-27", hashed)
    few.close()


async def test_a_queue_that_would_last_too_long_is_not_joined():
    slow = Throughput()
    few = Argon2Passwords(at_once=1, most_seconds=15, throughput=slow)
    await few.hashed("plum-orbit-27")
    # The last one took 20 s, which is already more than anybody may wait.
    slow.clock = lambda: 0.0
    slow.begin(0)
    slow.clock = lambda: 20.0
    slow.end(0)
    first = asyncio.create_task(few.hashed("plum-orbit-27"))
    await asyncio.sleep(0)
    with pytest.raises(Unavailable) as refused:
        await few.hashed("plum-orbit-27")
    assert (refused.value.reason, refused.value.details["retry_after"]) == ("door_crowded", 20)
    # Alone everybody is let in all the same: else nobody would find out how fast it is now.
    assert await first
    slow.clock = time.monotonic
    assert await few.hashed("plum-orbit-27")
    few.close()
