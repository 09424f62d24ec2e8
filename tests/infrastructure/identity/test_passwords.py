"""Password hashes: slow, salted, the same for the same text however it is typed."""

import asyncio
import os
import sys
import threading
import time

import pytest

from application.identity.password_rules import MIN_PASSWORD, length_of
from domain.errors import Unavailable
from infrastructure.identity.known_passwords import FrequentPasswords
from infrastructure.identity.passwords import Argon2Passwords

passwords = Argon2Passwords()
known = FrequentPasswords()


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


async def test_nobody_takes_as_long_as_somebody():
    hashed = await passwords.hashed("plum-orbit-27")

    async def seconds(of: str | None) -> float:
        taken: list[float] = []
        for _ in range(7):
            start = time.process_time()
            assert not await passwords.matches("wrong", of)
            taken.append(time.process_time() - start)
        return sorted(taken)[3]

    somebody, nobody = await seconds(hashed), await seconds(None)
    assert 0.5 < nobody / somebody < 2


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


async def test_a_hash_gives_way_to_everything_else_where_threads_have_a_priority():
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    await passwords.hashed("plum-orbit-27")
    of_threads = {
        os.getpriority(os.PRIO_PROCESS, thread.native_id or 0)
        for thread in threading.enumerate()
        if thread.name.startswith("password")
    }
    assert of_threads
    assert (min(of_threads) > mine) == (sys.platform == "linux")
    assert os.getpriority(os.PRIO_PROCESS, 0) == mine


async def test_a_crowd_at_the_door_waits_up_to_a_number():
    few = Argon2Passwords(at_once=1, most_waiting=3)
    answers = await asyncio.gather(*(few.hashed("plum-orbit-27") for _ in range(5)), return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Unavailable)]
    assert [refusal.reason for refusal in refused] == ["door_crowded"] * 2
    assert sum(isinstance(answer, str) for answer in answers) == 3
    assert await few.hashed("plum-orbit-27")
    few.close()
