"""Known and unknown addresses are told apart neither by an answer nor by the work it takes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from application.commands import Commands
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.identity.passwords import Argon2Passwords
from tests.api.identity.test_codes import other_than
from tests.support.door import PASSWORD, Door, an_address


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often what takes time was done: slow hashes, and appends, each of which waits for the disk."""
    counted: Counter[str] = Counter()

    def counting(owner: type, name: str) -> None:
        original = getattr(owner, name)

        async def spy(*given: Any, **more: Any) -> Any:
            counted[f"{owner.__name__}.{name}"] += 1
            return await original(*given, **more)

        monkeypatch.setattr(owner, name, spy)

    counting(Argon2Passwords, "hashed")
    counting(Argon2Passwords, "matches")
    counting(PostgresEventStore, "append")
    counting(Commands, "run")
    return counted


WRONG = "not-the-password"
PATHS: list[tuple[str, dict[str, Any], int]] = [
    ("/sign-up/email", {"name": "Eve", "password": WRONG}, 200),
    ("/sign-in/email", {"password": WRONG}, 401),
    ("/sign-in/email-otp", {"otp": "123456"}, 400),
    ("/email-otp/verify-email", {"otp": "123456"}, 400),
    ("/email-otp/check-verification-otp", {"otp": "123456", "type": "sign-in"}, 400),
    ("/email-otp/reset-password", {"otp": "123456", "password": "violet-anchor-93"}, 400),
    ("/email-otp/request-password-reset", {}, 200),
    ("/forget-password/email-otp", {}, 200),
    ("/email-otp/send-verification-otp", {"type": "sign-in"}, 200),
    ("/email-otp/send-verification-otp", {"type": "email-verification"}, 200),
    ("/email-otp/send-verification-otp", {"type": "forget-password"}, 200),
    ("/passkey/generate-authenticate-options", {}, 200),
]


@pytest.mark.parametrize(("path", "body", "status"), PATHS, ids=lambda value: str(value)[:60])
async def test_a_known_address_answers_and_works_like_an_unknown_one(
    door: Door, work: Counter[str], path: str, body: dict[str, Any], status: int
):
    known = an_address()
    await door.browser().registered(known)
    answers: list[Any] = []
    done: list[Counter[str]] = []
    for address in (known, an_address()):
        work.clear()
        answer = await door.browser().post(path, {"email": address, **body})
        assert answer.status_code == status, answer.text
        answers.append(_told(answer, address))
        done.append(Counter(work))
    assert answers[0] == answers[1]
    assert done[0] == done[1]


def _told(answer: Any, address: str) -> Any:
    """What an answer tells, without what is made up for it and the address that was asked about."""
    told = answer.json()
    if "user" in told:
        told["user"].pop("id")
        assert told["user"].pop("email") == address
    told.pop("challenge", None)
    cookies = sorted(line.partition("=")[0] for line in answer.headers.get_list("set-cookie"))
    return told, cookies


async def test_a_password_is_hashed_once_whoever_it_is_for(door: Door, work: Counter[str]):
    email, browser = an_address(), door.browser()
    await browser.sign_up(email)
    for who, password in (
        (browser, PASSWORD),
        (browser, WRONG),
        (door.browser(), PASSWORD),
        (door.browser(), WRONG),
    ):
        work.clear()
        await who.post("/sign-in/email", {"email": email, "password": password})
        door.clock.advance(seconds=11)
        assert work["Argon2Passwords.matches"] == 1


async def test_a_code_is_hashed_once_to_be_made_and_once_for_each_try_whatever_comes_of_it(
    door: Door, work: Counter[str]
):
    async def hashes(path: str, **body: Any) -> tuple[int, int]:
        work.clear()
        await door.browser().post(path, {"email": email, **body})
        return work["Argon2Passwords.hashed"], work["Argon2Passwords.matches"]

    send, sign_in = "/email-otp/send-verification-otp", "/sign-in/email-otp"
    email = an_address()
    assert await hashes(send, type="forget-password") == (1, 0), "none is mailed"
    assert await hashes(sign_in, otp="123456") == (0, 1), "there is none"
    assert await hashes(send, type="sign-in") == (1, 0)
    code = await door.code(email)
    for _ in range(3):
        assert await hashes(sign_in, otp=other_than(code)) == (0, 1)
    assert await hashes(sign_in, otp=code) == (0, 1), "it is exhausted"
    code = await door.browser().ask_for_code(email)
    assert await hashes(sign_in, otp=code) == (0, 1)
    code = await door.browser().ask_for_code(email)
    door.clock.advance(seconds=300)
    assert await hashes(sign_in, otp=code) == (0, 1), "it is too old"
