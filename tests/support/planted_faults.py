"""Faults at the door, each no more than a slip of the hand. Whoever watches the door has to find them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from litestar.types import ASGIApp, Message, Receive, Scope, Send

import application.identity.sessions
import application.processes.sign_in
import domain.identity.sessions
import infrastructure.identity.codes
from api.http.identity.visits import Visits
from application.identity.proofs import GUESS_BUDGET, Proofs
from application.processes.codes import SendCode
from infrastructure.identity.ceremonies import ValkeyCeremonies
from infrastructure.identity.codes import StoredCodes
from infrastructure.identity.pending import StoredRegistrations
from infrastructure.identity.people import StoredPeople
from tests.support.door import Door

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
Plant = Callable[[pytest.MonkeyPatch, Door], None]


def a_code_is_good_twice(patched: pytest.MonkeyPatch, _door: Door) -> None:
    patched.setattr(StoredCodes, "use", StoredCodes.look_at)


def a_code_lives_for_an_hour(patched: pytest.MonkeyPatch, _door: Door) -> None:
    patched.setattr(infrastructure.identity.codes, "LIFE", timedelta(hours=1))


def a_code_is_good_for_everything(patched: pytest.MonkeyPatch, _door: Door) -> None:
    """Every purpose is looked for in turn until the code fits."""
    tried = StoredCodes.use

    async def anywhere(self: StoredCodes, purpose: Any, index: str, code: str, now: Any) -> Any:
        outcome = await tried(self, purpose, index, code, now)
        for other in ("sign-in", "email-verification", "forget-password"):
            if outcome.outcome == "none" and other != purpose:
                outcome = await tried(self, other, index, code, now)
        return outcome

    patched.setattr(StoredCodes, "use", anywhere)


def wrong_codes_do_not_end_a_code(patched: pytest.MonkeyPatch, _door: Door) -> None:
    tried = StoredCodes.use

    async def forgiving(self: StoredCodes, purpose: Any, index: str, code: str, now: Any) -> Any:
        async with self._pool.connection() as connection:
            await connection.execute(
                "update identity.one_time_code set tries = 0 where address = %s", (index,)
            )
        return await tried(self, purpose, index, code, now)

    patched.setattr(StoredCodes, "use", forgiving)


def a_new_code_refills_the_guesses(patched: pytest.MonkeyPatch, _door: Door) -> None:
    send = SendCode.send

    async def generous(self: SendCode, address: str, *more: Any) -> None:
        for _ in range(GUESS_BUDGET[0].most):
            await self.limits.give_back(f"guess:{self.blind.email(address)}", GUESS_BUDGET)
        await send(self, address, *more)

    patched.setattr(SendCode, "send", generous)


def strangers_use_up_everybodys_guesses(patched: pytest.MonkeyPatch, _door: Door) -> None:
    async def nobody(_self: Proofs, _index: str, _browser: str | None) -> None:
        return None

    patched.setattr(Proofs, "_proven", nobody)


def a_challenge_is_good_twice(patched: pytest.MonkeyPatch, _door: Door) -> None:
    take = ValkeyCeremonies.take

    async def keeping(self: ValkeyCeremonies, cookie: str, kind: Any, now: Any) -> Any:
        kept = await self._valkey.get(self._key(cookie))
        taken = await take(self, cookie, kind, now)
        if kept is not None:
            await self._valkey.set(self._key(cookie), kept, ex=60)
        return taken

    patched.setattr(ValkeyCeremonies, "take", keeping)


def a_copied_passkey_signs(patched: pytest.MonkeyPatch, _door: Door) -> None:
    use = application.processes.sign_in.use_passkey

    async def trusting(work: Any, user_id: Any, passkey_id: Any, counter: int, backed_up: bool) -> None:
        await use(work, user_id, passkey_id, 0, backed_up)

    patched.setattr(application.processes.sign_in, "use_passkey", trusting)


def a_removed_passkey_is_remembered(patched: pytest.MonkeyPatch, _door: Door) -> None:
    find, remembered = StoredPeople.passkey, dict[str, Any]()

    async def remembering(self: StoredPeople, credential_id: str) -> Any:
        found = await find(self, credential_id)
        return remembered.setdefault(credential_id, found) if found else remembered.get(credential_id)

    async def unasked(*_: Any) -> None:
        """The person would know."""

    patched.setattr(StoredPeople, "passkey", remembering)
    patched.setattr(application.processes.sign_in, "use_passkey", unasked)


def any_browser_takes_the_registration(patched: pytest.MonkeyPatch, _door: Door) -> None:
    of_browser = StoredRegistrations.of_browser
    of_anybody = "select browser_hash from identity.pending_registration where address = %s limit 1"

    async def careless(self: StoredRegistrations, index: str, browser_hash: str, now: Any) -> Any:
        async with self._pool.connection() as connection:
            row = await (await connection.execute(of_anybody, (index,))).fetchone()
        return await of_browser(self, index, browser_hash if row is None else row[0], now)

    patched.setattr(StoredRegistrations, "of_browser", careless)


def every_session_is_fresh(patched: pytest.MonkeyPatch, _door: Door) -> None:
    patched.setattr(Visits, "is_fresh", lambda _self, _visit: True)


def signing_out_only_forgets_the_cookie(patched: pytest.MonkeyPatch, _door: Door) -> None:
    _never_for(patched, "signout")


def revoking_ends_nothing(patched: pytest.MonkeyPatch, _door: Door) -> None:
    _never_for(patched, "revoked")


def _never_for(patched: pytest.MonkeyPatch, spared: str) -> None:
    end = application.identity.sessions.end_session

    async def sparing(work: Any, session_id: Any, reason: Any) -> None:
        if reason != spared:
            await end(work, session_id, reason)

    patched.setattr(application.identity.sessions, "end_session", sparing)


def a_session_lives_for_a_month(patched: pytest.MonkeyPatch, _door: Door) -> None:
    patched.setattr(domain.identity.sessions, "LIFE", timedelta(days=30))


def a_session_is_answered_from_memory(patched: pytest.MonkeyPatch, door: Door) -> None:
    patched.setattr(door, "app", _Remembering(door.app, door))


class _Remembering:
    """Answers get-session as it did within the last minute, as a cache in a process or a cookie would."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app, self._door = app, door
        self._kept: dict[bytes, tuple[datetime, list[Message]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cookie = dict(scope["headers"]).get(b"cookie", b"")
        if scope["path"] != "/api/auth/get-session":
            await self._app(scope, receive, send)
            return
        now, (since, kept) = self._door.clock.now, self._kept.get(cookie, (LONG_AGO, []))
        if now - since > timedelta(minutes=1):
            since, kept = now, list[Message]()

            async def keep(message: Message) -> None:
                kept.append(message)

            await self._app(scope, receive, keep)
            self._kept[cookie] = since, kept
        for message in kept:
            await send(message)


FAULTS: tuple[Plant, ...] = (
    a_code_is_good_twice,
    a_code_lives_for_an_hour,
    a_code_is_good_for_everything,
    wrong_codes_do_not_end_a_code,
    a_new_code_refills_the_guesses,
    strangers_use_up_everybodys_guesses,
    a_challenge_is_good_twice,
    a_copied_passkey_signs,
    a_removed_passkey_is_remembered,
    any_browser_takes_the_registration,
    every_session_is_fresh,
    signing_out_only_forgets_the_cookie,
    revoking_ends_nothing,
    a_session_lives_for_a_month,
    a_session_is_answered_from_memory,
)
