"""Three browsers and two mailboxes at the door, in any order; what is true is what the model says."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any, TypeVar

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.support.authenticator import Authenticator
from tests.support.door import ORIGIN, Browser, Door, an_address
from tests.support.door_model import CODE_LIFE, DAY, Code, Model, Open, Place, Refusal, Wish

T = TypeVar("T")

COOKIE = "__Secure-better-auth.session_token"
PATHS = {
    "sign-in": "/sign-in/email-otp",
    "email-verification": "/email-otp/verify-email",
    "forget-password": "/email-otp/reset-password",
}
places = st.integers(0, 2)
mailboxes = st.integers(0, 1)
kinds = st.sampled_from(["sign-in", *PATHS])
wrong_tries = st.sampled_from([0, 0, 0, 1, 2, 3, 4])
pauses = st.sampled_from(
    [
        timedelta(seconds=20),
        timedelta(minutes=2),
        timedelta(minutes=6),
        timedelta(hours=25),
        timedelta(days=6),
    ]
)
passwords = st.sampled_from(["plum-orbit-27-lantern", "violet-anchor-93-tin"])


class Roaming(httpx.ASGITransport):
    """Every request comes from another address, so that only what belongs to people is counted."""

    _last = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        Roaming._last += 1
        self.client = (f"2001:db8:{Roaming._last >> 16:x}:{Roaming._last & 0xFFFF:x}::1", 4000)
        return await super().handle_async_request(request)


class AtTheDoor(RuleBasedStateMachine):
    def __init__(self, door: Door, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.door, self.loop, self.model = door, loop, Model()
        self.emails = [an_address() for _ in range(2)]
        self.places = [Place(number) for number in range(3)]
        self.browsers = [self._browser() for _ in range(3)]
        self.handed: list[tuple[str, Open]] = []

    @property
    def now(self) -> datetime:
        return self.door.clock.now

    @rule(place=places, mailbox=mailboxes, kind=kinds)
    def asks_for_a_code(self, place: int, mailbox: int, kind: str) -> None:
        email = self.emails[mailbox]
        answer = self._post(place, "/email-otp/send-verification-otp", {"email": email, "type": kind})
        if answer.status_code == 429:
            return
        assert answer.json() == {"success": True}
        if self.model.gets_mail(kind, email, self.now):
            text = self._wait(self.door.code(email))
            self.model.codes[kind, email] = Code(text, self.now + CODE_LIFE)

    @rule(place=places, which=st.integers(0, 5), wrong=wrong_tries, new=passwords)
    def uses_a_code(self, place: int, which: int, wrong: int, new: str) -> None:
        """One that was sent, after so many wrong tries; or one that never was."""
        sent = sorted(self.model.codes)
        kind, email = sent[which % len(sent)] if sent else ("sign-in", self.emails[0])
        code = self.model.codes.get((kind, email))
        text = code.text if code else "123456"
        for _ in range(wrong):
            self._tries(place, kind, email, f"{(int(text) + 1) % 1_000_000:06d}", new)
        if self._tries(place, kind, email, text, new) is None:
            self._let_in(place, kind, email, new)

    def _tries(self, place: int, kind: str, email: str, text: str, new: str) -> Refusal:
        refusal = self.model.tries(self.places[place], kind, email, text, self.now)
        body = {"email": email, "otp": text, **({"password": new} if kind == "forget-password" else {})}
        self._said(self._post(place, PATHS[kind], body), refusal)
        return refusal

    def _let_in(self, place: int, kind: str, email: str, new: str) -> None:
        at = self.places[place]
        someone = self.model.proves(at, email, self.now)
        at.wish = None
        if kind == "forget-password":
            someone.password = new
            self.model.ends(email)
        else:
            self._opened(place, email, remember=not at.brief)

    @rule(place=places, mailbox=mailboxes, password=passwords)
    def signs_up(self, place: int, mailbox: int, password: str) -> None:
        email = self.emails[mailbox]
        body = {"name": "Ann", "email": email, "password": password}
        answer = self._post(place, "/sign-up/email", body)
        assert (answer.status_code, answer.json()["token"]) == (200, None)
        wish = self.places[place].wish = Wish(email, password, self.now + DAY)
        self.model.wishes.append(wish)

    @rule(place=places, mailbox=mailboxes, password=passwords, remember=st.booleans())
    def signs_in_by_password(self, place: int, mailbox: int, password: str, remember: bool) -> None:
        email = self.emails[mailbox]
        refusal = self.model.knows(self.places[place], email, password, self.now)
        body = {"email": email, "password": password, "rememberMe": remember}
        self._said(self._post(place, "/sign-in/email", body), refusal)
        if refusal is None:
            self._opened(place, email, remember=remember)

    @rule(place=places, synced=st.booleans())
    def adds_a_passkey(self, place: int, synced: bool) -> None:
        session = self.model.uses(self.places[place], self.now)
        answer = self._wait(self.browsers[place].get("/passkey/generate-register-options"))
        if session is None or self.now - session.proven >= DAY:
            assert answer.json()["code"] == ("SESSION_NOT_FRESH" if session else "UNAUTHORIZED")
            return
        passkey = Authenticator(origin=ORIGIN, rp_id="coffer.test", synced=synced)
        body = {"response": passkey.register(answer.json())}
        assert self._post(place, "/passkey/verify-registration", body).status_code == 200
        self.model.people[session.email].passkeys.append(passkey)

    @rule(place=places, mailbox=mailboxes, which=st.integers(0, 3), counted=st.booleans())
    def signs_in_by_passkey(self, place: int, mailbox: int, which: int, counted: bool) -> None:
        email, at = self.emails[mailbox], self.places[place]
        someone = self.model.people.get(email)
        if someone is None or which >= len(someone.passkeys):
            return
        passkey = someone.passkeys[which]
        # One that is bound to its device has to count, from its first signature on; it starts at 0.
        refused = not (counted or passkey.synced or passkey.counter == 0)
        brief = at.brief
        self.model.uses(at, self.now)
        options = self._wait(self.browsers[place].get("/passkey/generate-authenticate-options")).json()
        body = {"response": passkey.sign(options, counted=counted)}
        answer = self._post(place, "/passkey/verify-authentication", body)
        self._said(answer, "AUTHENTICATION_FAILED" if refused else None)
        if not refused:
            self._opened(place, email, remember=not brief)

    @rule(place=places)
    def removes_a_passkey(self, place: int) -> None:
        session = self.model.uses(self.places[place], self.now)
        listed = self._wait(self.browsers[place].get("/passkey/list-user-passkeys"))
        if session is None:
            assert listed.status_code == 401
            return
        passkeys = self.model.people[session.email].passkeys
        assert len(listed.json()) == len(passkeys)
        if not passkeys:
            return
        fresh = self.now - session.proven < DAY
        answer = self._post(place, "/passkey/delete-passkey", {"id": listed.json()[0]["id"]})
        self._said(answer, None if fresh else "SESSION_NOT_FRESH")
        if fresh:
            passkeys.pop(0)

    @rule(place=places, current=passwords, new=passwords, everywhere=st.booleans())
    def changes_the_password(self, place: int, current: str, new: str, everywhere: bool) -> None:
        session = self.model.uses(self.places[place], self.now)
        body = {"currentPassword": current, "newPassword": new, "revokeOtherSessions": everywhere}
        answer = self._post(place, "/change-password", body)
        if session is None:
            self._said(answer, "UNAUTHORIZED")
            return
        someone = self.model.people[session.email]
        if someone.password is None:
            self._said(answer, "CREDENTIAL_ACCOUNT_NOT_FOUND")
        elif answer.status_code == 429:
            # Wrong ones are counted for ten minutes, which another test is about.
            return
        elif someone.password != current:
            self._said(answer, "INVALID_PASSWORD")
        else:
            self._said(answer, None)
            someone.password = new
            if everywhere:
                self.model.ends(session.email)
                self._opened(place, session.email, remember=session.remember)

    @rule(place=places)
    def signs_out(self, place: int) -> None:
        at = self.places[place]
        assert self._post(place, "/sign-out", None).json() == {"success": True}
        if at.session in self.model.sessions:
            self.model.sessions.remove(at.session)
        at.session, at.brief = None, False

    @rule(place=places, path=st.sampled_from(["/revoke-sessions", "/revoke-other-sessions"]))
    def ends_sessions(self, place: int, path: str) -> None:
        session = self.model.uses(self.places[place], self.now)
        self._said(self._post(place, path, None), None if session else "UNAUTHORIZED")
        if session is not None:
            self.model.ends(session.email, but=session if "other" in path else None)

    @rule(
        by=st.sampled_from(
            [
                timedelta(seconds=20),
                timedelta(minutes=2),
                timedelta(minutes=6),
                timedelta(hours=25),
                timedelta(days=6),
            ]
        )
    )
    def time_passes(self, by: timedelta) -> None:
        self.door.clock.now += by

    @invariant()
    def every_browser_sees_what_is_true(self) -> None:
        for at, browser in zip(self.places, self.browsers, strict=True):
            shown = self._wait(browser.session(disableRefresh="1"))
            alive = at.session if self.model.alive(at.session, self.now) else None
            assert (shown and shown["user"]["email"]) == (alive and alive.email)
            if alive is not None:
                expires_at = alive.expires_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
                assert shown["session"]["expiresAt"] == expires_at

    @invariant()
    def a_stolen_cookie_is_worth_what_its_session_is(self) -> None:
        for cookie, session in self.handed[-4:]:
            thief = self._browser()
            thief.http.cookies.set(COOKIE, cookie, domain="coffer.test", path="/")
            shown = self._wait(thief.session(disableRefresh="1"))
            assert (shown is not None) == self.model.alive(session, self.now)

    def _browser(self) -> Browser:
        browser = self.door.browser()
        browser.http = httpx.AsyncClient(
            transport=Roaming(self.door.app), base_url=ORIGIN, headers=dict(browser.http.headers)
        )
        return browser

    def _opened(self, place: int, email: str, *, remember: bool) -> None:
        at = self.places[place]
        self.model.opens(at, email, self.now, remember=remember)
        cookie = self.browsers[place].http.cookies[COOKIE]
        assert at.session is not None
        self.handed.append((cookie, at.session))

    def _post(self, place: int, path: str, body: Any) -> httpx.Response:
        return self._wait(self.browsers[place].post(path, body))

    def _said(self, answer: httpx.Response, refusal: Refusal) -> None:
        assert answer.json().get("code") == refusal, answer.text
        assert (answer.status_code == 200) == (refusal is None)

    def _wait(self, asked: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(asked, self.loop).result()
