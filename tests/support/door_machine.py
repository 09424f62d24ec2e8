"""Three browsers and two mailboxes at the door, in any order; what is true is what the model says."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from datetime import datetime, timedelta
from typing import Any, TypeVar

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.support.answered import Checked
from tests.support.authenticator import Authenticator, from_b64u
from tests.support.door import ORIGIN, Browser, Door, an_address
from tests.support.door_model import CODE_LIFE, DAY, Code, Model, Open, Place, Refusal, Wish

T = TypeVar("T")

COOKIE = "__Secure-better-auth.session_token"
CHALLENGE = "__Secure-better-auth.better-auth-passkey"
VERIFY = "/passkey/verify-authentication"
PATHS = {
    "sign-in": "/sign-in/email-otp",
    "email-verification": "/email-otp/verify-email",
    "forget-password": "/email-otp/reset-password",
}
places = st.integers(0, 2)
# A place, or from 3 on one of those where somebody is signed in.
insides = st.integers(0, 8)
mailboxes = st.integers(0, 1)
NO_TIME = timedelta()
# What needs a fresh session is also tried a day later.
waits = st.sampled_from([NO_TIME, NO_TIME, timedelta(hours=25)])
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
PASSWORDS = ("plum-orbit-27-lantern", "violet-anchor-93-tin")
passwords = st.sampled_from(PASSWORDS)


def other_than(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


class Roaming(Checked):
    """Every request comes from another address, so that only what belongs to people is counted."""

    _last = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        Roaming._last += 1
        self.client = (f"2001:db8:{Roaming._last >> 16:x}:{Roaming._last & 0xFFFF:x}::1", 4000)
        return await super().handle_async_request(request)


async def _all(asked: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    return await asyncio.gather(*asked)


class AtTheDoor(RuleBasedStateMachine):
    def __init__(self, door: Door, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.door, self.loop, self.model = door, loop, Model()
        self.emails = [an_address() for _ in range(2)]
        self.places = [Place(number) for number in range(3)]
        self.browsers = [self._browser() for _ in range(3)]
        self.handed: list[tuple[str, Open]] = []
        self.spent: list[tuple[str, str, str]] = []
        self.answered: list[tuple[str, Any]] = []
        self.removed: list[Authenticator] = []

    @property
    def now(self) -> datetime:
        return self.door.clock.now

    @initialize(settled=st.sampled_from([0, 1, 1, 2]), synced=st.booleans())
    def some_live_here(self, settled: int, synced: bool) -> None:
        """Most of what can go wrong goes wrong for people who have something: a password, a passkey."""
        for place in range(settled):
            self.signs_up(place, place, PASSWORDS[0])
            self.comes_in_by_code(place, place)
            self.adds_a_passkey(place, synced)

    @rule(place=places, mailbox=mailboxes, wait=st.sampled_from([NO_TIME, NO_TIME, timedelta(minutes=6)]))
    def comes_in_by_code(self, place: int, mailbox: int, wait: timedelta = NO_TIME) -> None:
        email = self.emails[mailbox]
        self.asks_for_a_code(place, mailbox, "sign-in")
        self.time_passes(wait)
        if code := self.model.codes.get(("sign-in", email)):
            self._uses(place, "sign-in", email, code.text, PASSWORDS[0])

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
            self._tries(place, kind, email, other_than(text), new)
        self._uses(place, kind, email, text, new)

    @precondition(lambda self: self.spent)
    @rule(place=places, which=st.integers(0, 3), new=passwords)
    def uses_a_code_again(self, place: int, which: int, new: str) -> None:
        """One of the last that let somebody in: to the model it is a wrong one."""
        kind, email, text = self.spent[-1 - which % len(self.spent)]
        self._uses(place, kind, email, text, new)

    @precondition(lambda self: self.model.codes)
    @rule(place=places, which=st.integers(0, 5), elsewhere=st.sampled_from(list(PATHS)), new=passwords)
    def uses_a_code_for_something_else(self, place: int, which: int, elsewhere: str, new: str) -> None:
        (kind, email), code = sorted(self.model.codes.items())[which % len(self.model.codes)]
        if kind != elsewhere:
            self._uses(place, elsewhere, email, code.text, new)

    @rule(place=places, mailbox=mailboxes, rounds=st.sampled_from([1, 4]), new=passwords)
    def guesses_on_and_on(self, place: int, mailbox: int, rounds: int, new: str) -> None:
        """Three wrong codes, a new one, three wrong codes: so much that a budget ends."""
        email = self.emails[mailbox]
        for _ in range(rounds):
            self.asks_for_a_code(place, mailbox, "sign-in")
            code = self.model.codes.get(("sign-in", email))
            for _ in range(3):
                self._tries(place, "sign-in", email, other_than(code.text if code else "123456"), new)
            self.time_passes(timedelta(seconds=20))

    def _uses(self, place: int, kind: str, email: str, text: str, new: str) -> None:
        if self._tries(place, kind, email, text, new) is None:
            self._let_in(place, kind, email, new)
            self.spent.append((kind, email, text))

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

    @rule(place=places, mailbox=mailboxes)
    def two_sign_up_for_one_mailbox(self, place: int, mailbox: int) -> None:
        """Each with a password of their own; neither learns anything by that of the other."""
        pair = (place, (place + 1) % 3)
        for one, password in zip(pair, PASSWORDS, strict=True):
            self.signs_up(one, mailbox, password)
        for one, password in zip(pair, reversed(PASSWORDS), strict=True):
            self.signs_in_by_password(one, mailbox, password, remember=True)

    @rule(place=places, mailbox=mailboxes, password=passwords)
    def signs_up(self, place: int, mailbox: int, password: str) -> None:
        email = self.emails[mailbox]
        body = {"name": "Ann", "email": email, "password": password}
        answer = self._post(place, "/sign-up/email", body)
        assert (answer.status_code, answer.json().get("token")) == (200, None)
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

    @rule(inside=insides, synced=st.booleans(), wait=waits)
    def adds_a_passkey(self, inside: int, synced: bool, wait: timedelta = NO_TIME) -> None:
        self.time_passes(wait)
        place = self._inside(inside)
        session = self.model.uses(self.places[place], self.now)
        answer = self._wait(self.browsers[place].get("/passkey/generate-register-options"))
        if session is None or self.now - session.proven >= DAY:
            if session is None:
                self._turned_away(place, answer)
            else:
                self._said(answer, "SESSION_NOT_FRESH")
            return
        passkey = Authenticator(origin=ORIGIN, rp_id="coffer.test", synced=synced)
        body = {"response": passkey.register(answer.json())}
        assert self._post(place, "/passkey/verify-registration", body).status_code == 200
        self.model.people[session.email].passkeys.append(passkey)

    @precondition(lambda self: self.model.passkeys())
    @rule(place=places, which=st.integers(0, 3), counted=st.booleans(), again=st.booleans())
    def signs_in_by_passkey(self, place: int, which: int, counted: bool, again: bool = False) -> None:
        passkeys, at = self.model.passkeys(), self.places[place]
        email, passkey = passkeys[which % len(passkeys)]
        # One that is bound to its device has to count, from its first signature on; it starts at 0.
        refused = not (counted or passkey.synced or passkey.counter == 0)
        brief = at.brief
        self.model.uses(at, self.now)
        options = self._wait(self.browsers[place].get("/passkey/generate-authenticate-options")).json()
        body = {"response": passkey.sign(options, counted=counted)}
        self.answered.append((self.browsers[place].http.cookies[CHALLENGE], body))
        answer = self._post(place, VERIFY, body)
        self._said(answer, "AUTHENTICATION_FAILED" if refused else None)
        if not refused:
            self._opened(place, email, remember=not brief)
        if again:
            self.answers_a_challenge_again(which=0)

    @precondition(lambda self: self.answered)
    @rule(which=st.integers(0, 3))
    def answers_a_challenge_again(self, which: int) -> None:
        """Somebody who saw one of the last answers, and has the cookie that went with it."""
        cookie, body = self.answered[-1 - which % len(self.answered)]
        self._said(self._wait(self._thief(CHALLENGE, cookie).post(VERIFY, body)), "CHALLENGE_NOT_FOUND")

    @precondition(lambda self: self.removed)
    @rule(place=places, which=st.integers(0, 3))
    def signs_in_by_a_passkey_that_was_removed(self, place: int, which: int) -> None:
        passkey = self.removed[-1 - which % len(self.removed)]
        self.model.uses(self.places[place], self.now)
        options = self._wait(self.browsers[place].get("/passkey/generate-authenticate-options")).json()
        self._said(self._post(place, VERIFY, {"response": passkey.sign(options)}), "PASSKEY_NOT_FOUND")

    @precondition(lambda self: self.model.passkeys())
    @rule(place=places, which=st.integers(0, 3))
    def a_copy_signs(self, place: int, which: int) -> None:
        """The authenticator counts, and then one does that has not heard of it."""
        self.signs_in_by_passkey(place, which, counted=True)
        self.signs_in_by_passkey(place, which, counted=False)

    @rule(inside=insides, wait=waits, tried=st.booleans())
    def removes_a_passkey(self, inside: int, wait: timedelta, tried: bool) -> None:
        self.time_passes(wait)
        place = self._inside(inside)
        session = self.model.uses(self.places[place], self.now)
        listed = self._wait(self.browsers[place].get("/passkey/list-user-passkeys"))
        if session is None:
            self._turned_away(place, listed)
            return
        passkeys = self.model.people[session.email].passkeys
        assert len(listed.json()) == len(passkeys)
        if not passkeys:
            return
        fresh = self.now - session.proven < DAY
        first = listed.json()[0]
        answer = self._post(place, "/passkey/delete-passkey", {"id": first["id"]})
        self._said(answer, None if fresh else "SESSION_NOT_FRESH")
        if fresh:
            [gone] = [one for one in passkeys if one.credential_id == from_b64u(first["credentialID"])]
            passkeys.remove(gone)
            self.removed.append(gone)
            if tried:
                self.signs_in_by_a_passkey_that_was_removed(place, which=0)

    @rule(inside=insides, current=passwords, new=passwords, everywhere=st.booleans())
    def changes_the_password(self, inside: int, current: str, new: str, everywhere: bool) -> None:
        place = self._inside(inside)
        session = self.model.uses(self.places[place], self.now)
        body = {"currentPassword": current, "newPassword": new, "revokeOtherSessions": everywhere}
        answer = self._post(place, "/change-password", body)
        if session is None:
            self._turned_away(place, answer)
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

    @rule(inside=insides)
    def signs_out(self, inside: int) -> None:
        place = self._inside(inside)
        at = self.places[place]
        assert self._post(place, "/sign-out", None).json() == {"success": True}
        if at.session in self.model.sessions:
            self.model.sessions.remove(at.session)
        at.session, at.brief = None, False

    @rule(inside=insides, path=st.sampled_from(["/revoke-sessions", "/revoke-other-sessions"]))
    def ends_sessions(self, inside: int, path: str) -> None:
        place = self._inside(inside)
        session = self.model.uses(self.places[place], self.now)
        answer = self._post(place, path, None)
        if session is None:
            self._turned_away(place, answer)
        else:
            self._said(answer, None)
            self.model.ends(session.email, but=session if "other" in path else None)

    @rule(by=pauses)
    def time_passes(self, by: timedelta) -> None:
        self.door.clock.now += by

    @invariant()
    def sessions_are_what_is_true(self) -> None:
        """Every browser sees its own, and a stolen cookie is worth what its session is."""
        thieves = [(self._thief(COOKIE, cookie), session) for cookie, session in self.handed[-4:]]
        looking = [*self.browsers, *(thief for thief, _ in thieves)]
        shown = self._wait(_all(browser.session(disableRefresh="1") for browser in looking))
        for session, seen in zip([at.session for at in self.places], shown, strict=False):
            alive = session if self.model.alive(session, self.now) else None
            assert (seen and seen["user"]["email"]) == (alive and alive.email)
            if alive is not None:
                expires_at = alive.expires_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
                assert seen["session"]["expiresAt"] == expires_at
        for (_, session), seen in zip(thieves, shown[len(self.browsers) :], strict=True):
            assert (seen is not None) == self.model.alive(session, self.now)

    def _inside(self, number: int) -> int:
        live = [at.number for at in self.places if self.model.alive(at.session, self.now)]
        return live[number % len(live)] if number > 2 and live else number % 3

    def _thief(self, name: str, cookie: str) -> Browser:
        """Another browser, with one cookie of somebody else's."""
        thief = self._browser()
        thief.http.cookies.set(name, cookie, domain="coffer.test", path="/")
        return thief

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

    def _turned_away(self, place: int, answer: httpx.Response) -> None:
        """The refusal takes the cookies of a dead session away, and with them that it was a brief one."""
        self._said(answer, "UNAUTHORIZED")
        self.places[place].session, self.places[place].brief = None, False

    def _said(self, answer: httpx.Response, refusal: Refusal) -> None:
        assert answer.json().get("code") == refusal, answer.text
        assert (answer.status_code == 200) == (refusal is None)

    def _wait(self, asked: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(asked, self.loop).result()
