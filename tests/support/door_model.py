"""The door in a few lines: what codes, passwords, passkeys and sessions are worth at any moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.support.authenticator import Authenticator

CODE_LIFE = timedelta(minutes=5)
MONTH, WEEK = timedelta(days=30), timedelta(days=7)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
GUESSES = 10

Refusal = str | None


@dataclass
class Code:
    text: str
    good_until: datetime
    wrong: int = 0


@dataclass
class Guesses:
    count: int = 0
    last: datetime | None = None


@dataclass
class Someone:
    password: str | None = None
    passkeys: list[Authenticator] = field(default_factory=list[Authenticator])


@dataclass(eq=False)
class Open:
    """A session. `proven` is when its person last gave a proof."""

    email: str
    expires_at: datetime
    remember: bool
    proven: datetime


@dataclass(frozen=True, eq=False)
class Wish:
    """A registration that waits for its proof, in the browser that asked for it."""

    email: str
    password: str
    good_until: datetime


@dataclass
class Place:
    """A browser: its session, what it asked for, and whether it is to be forgotten at its end."""

    number: int
    session: Open | None = None
    wish: Wish | None = None
    brief: bool = False


class Model:
    """Everything that holds now. Times come from outside."""

    def __init__(self) -> None:
        self.people: dict[str, Someone] = {}
        self.codes: dict[tuple[str, str], Code] = {}
        self.wishes: list[Wish] = []
        self.guesses: dict[tuple[str, int | None], Guesses] = {}
        self.known: set[tuple[str, int]] = set()
        self.sessions: list[Open] = []

    def gets_mail(self, kind: str, email: str, now: datetime) -> bool:
        waits = any(wish.email == email and wish.good_until > now for wish in self.wishes)
        return kind == "sign-in" or email in self.people or waits

    def tries(self, place: Place, kind: str, email: str, text: str, now: datetime) -> Refusal:
        """What a code is worth; a right one is used up."""
        budget = self._budget(place, email)
        if budget.last is not None and now - budget.last >= HOUR:
            budget.count = 0
        elif budget.count >= GUESSES:
            return "TOO_MANY_ATTEMPTS"
        budget.count, budget.last = budget.count + 1, now
        code = self.codes.get((kind, email))
        if code is None:
            return "INVALID_OTP"
        if code.good_until <= now:
            refusal = "OTP_EXPIRED"
        elif code.wrong >= 3:
            refusal = "TOO_MANY_ATTEMPTS"
        elif code.text != text:
            code.wrong += 1
            return "INVALID_OTP"
        else:
            budget.count -= 1
            refusal = None
        del self.codes[kind, email]
        return refusal

    def proves(self, place: Place, email: str, now: datetime) -> Someone:
        """The mailbox is proven: the first time that makes its person, with what this browser asked for."""
        someone = self.people.get(email)
        if someone is None:
            someone = self.people[email] = Someone(self._wished(place, email, now))
        self.wishes = [other for other in self.wishes if other.email != email]
        return someone

    def knows(self, place: Place, email: str, password: str, now: datetime) -> Refusal:
        """What a password is worth; that only the proof is missing is told to the browser that asked."""
        someone = self.people.get(email)
        if someone is not None and someone.password == password:
            return None
        if someone is None and self._wished(place, email, now) == password:
            return "EMAIL_NOT_VERIFIED"
        return "INVALID_EMAIL_OR_PASSWORD"

    def passkeys(self) -> list[tuple[str, Authenticator]]:
        """Every passkey that opens something, with whom it lets in."""
        return [(email, each) for email, someone in self.people.items() for each in someone.passkeys]

    def opens(self, place: Place, email: str, now: datetime, *, remember: bool) -> None:
        if place.session in self.sessions:
            self.sessions.remove(place.session)
        place.session = Open(email, now + (WEEK if remember else DAY), remember, now)
        place.brief = not remember
        self.sessions.append(place.session)
        self.known.add((email, place.number))

    def alive(self, session: Open | None, now: datetime) -> bool:
        return session is not None and session in self.sessions and session.expires_at > now

    def uses(self, place: Place, now: datetime) -> Open | None:
        """The session behind a call that needs one: use prolongs it once a day."""
        session = place.session
        if session is None or not self.alive(session, now):
            return None
        if session.remember and session.expires_at - WEEK + DAY <= now:
            session.expires_at = max(session.expires_at, min(now + WEEK, session.proven + MONTH))
        return session

    def ends(self, email: str, *, but: Open | None = None) -> None:
        self.sessions = [each for each in self.sessions if each.email != email or each is but]

    def _wished(self, place: Place, email: str, now: datetime) -> str | None:
        """The password that this browser wants for an address that nobody has proven since."""
        wish = place.wish
        if wish is None or wish not in self.wishes or wish.email != email or wish.good_until <= now:
            return None
        return wish.password

    def _budget(self, place: Place, email: str) -> Guesses:
        own = place.number if (email, place.number) in self.known and email in self.people else None
        return self.guesses.setdefault((email, own), Guesses())
