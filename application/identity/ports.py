"""What signing in asks of the world: hashes, codes, ceremonies, limits, and who is registered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable
from uuid import UUID

from application.ports import RowChange
from domain.identity.security_log import CodePurpose
from domain.identity.users import DeviceType
from domain.ids import AccountId, PasskeyId, SessionId, UserId
from domain.kernel import PiiRef


class Passwords(Protocol):
    """Slow hashes, computed in a bounded pool."""

    async def hashed(self, password: str) -> str: ...

    async def matches(self, password: str, hashed: str | None) -> bool:
        """Whether this is the password. Without a hash the same work is done and the answer is no."""
        ...


class KnownPasswords(Protocol):
    """The passwords that attackers try first."""

    def is_known(self, password: str, *about: str) -> bool:
        """Whether it is one of them, or made of what is known about the person."""
        ...


Outcome = Literal["right", "none", "expired", "exhausted", "wrong"]


class CodeTry(NamedTuple):
    """What came of trying a code; `wrong_tries` counts this one too."""

    outcome: Outcome
    wrong_tries: int


class FreshCode(NamedTuple):
    """A new code, and the row that makes it the live one of its purpose and address."""

    code: str
    row: RowChange


class Codes(Protocol):
    """One-time codes: one live code per purpose and address, kept as a slow hash of a keyed hash."""

    async def fresh(self, purpose: CodePurpose, index: str, now: datetime) -> FreshCode:
        """Make a code. It is good once its row is written, in the append of the mail that carries it."""
        ...

    async def use(self, purpose: CodePurpose, index: str, code: str, now: datetime) -> CodeTry:
        """Try a code, with one slow hash whatever comes of it. A right one is consumed; of simultaneous uses
        one is right."""
        ...

    async def look_at(self, purpose: CodePurpose, index: str, code: str, now: datetime) -> CodeTry:
        """Try a code and leave a right one as it is."""
        ...


class Rule(NamedTuple):
    """At most so many within so many seconds, counted from the last that was let through."""

    most: int
    seconds: int


class Limits(Protocol):
    """Counts over all processes."""

    async def take(self, subject: str, rules: Sequence[Rule], now: datetime) -> Verdict:
        """Count one if every rule allows it; if not, nothing is counted."""
        ...

    async def give_back(self, subject: str, rules: Sequence[Rule]) -> None:
        """Give one back: the attempt was harmless."""
        ...


class Verdict(NamedTuple):
    """`wait` is 0 when it was allowed, else the whole seconds until it will be. `first` marks the first
    refusal of a window."""

    wait: int
    first: bool = False


@dataclass(frozen=True)
class PendingRegistration:
    """The data of a sign-up whose email address is not verified yet."""

    name: str
    password_hash: str


class PendingRegistrations(Protocol):
    async def keep(
        self, index: str, browser_hash: str, pending: PendingRegistration, expires_at: datetime
    ) -> None: ...

    async def of_browser(self, index: str, browser_hash: str, now: datetime) -> PendingRegistration | None:
        """What this browser gave for this address."""
        ...

    async def any_for(self, index: str, now: datetime) -> bool: ...


@dataclass(frozen=True)
class Person:
    """A registered person, as far as sign-in needs to know."""

    user_id: UserId
    epoch: int
    password_hash: str | None
    verified: bool


class SignInMethod(NamedTuple):
    """Something to sign in with besides passkeys and codes: `credential` is the password."""

    id: UUID
    provider: str
    subject: str
    since: datetime


@dataclass(frozen=True)
class StoredPasskey:
    """A credential and what is needed to check its signatures and to show it."""

    passkey_id: PasskeyId
    user_id: UserId
    credential_id: str
    public_key: bytes
    counter: int
    transports: str
    aaguid: str
    device_type: DeviceType
    backed_up: bool
    name_ref: PiiRef
    created_at: datetime


@runtime_checkable
class People(Protocol):
    """Who is registered. Read from inline read models, so a fact appended before is seen."""

    async def by_email(self, index: str) -> Person | None: ...

    async def by_id(self, user_id: UserId) -> Person | None: ...

    async def passkey(self, credential_id: str) -> StoredPasskey | None: ...

    async def passkeys_of(self, user_id: UserId) -> Sequence[StoredPasskey]:
        """In the order in which they were added."""
        ...

    async def knows_browser(self, user_id: UserId, browser_hash: str) -> bool: ...

    async def home_account(self, user_id: UserId) -> AccountId | None:
        """The account that a new session enters: the one used last, else the first that is open."""
        ...

    async def accounts_of(self, user_id: UserId) -> Sequence[AccountId]:
        """Every account that the person belongs to."""
        ...

    async def codes_suffice(self, user_id: UserId) -> bool:
        """Whether a code that was mailed lets this person in alone: no account of theirs asks for more."""
        ...

    async def methods_of(self, user_id: UserId) -> Sequence[SignInMethod]: ...

    async def live_sessions(self, user_id: UserId, now: datetime) -> Sequence[SessionId]: ...

    async def session_named(self, user_id: UserId, handle: str) -> SessionId | None:
        """The person's own session that the wire calls by this handle."""
        ...

    async def session_by_handle(self, handle: str) -> SessionId | None:
        """Whosever session the wire calls by this handle."""
        ...

    async def session_of_cookie(self, token_hash: str) -> SessionId | None:
        """The session whose cookie has this hash, whether or not it is alive."""
        ...

    async def to_be_erased(self, now: datetime) -> Sequence[UserId]:
        """Who asked to be forgotten, is due, and can still be read about."""
        ...


CeremonyKind = Literal["registration", "authentication"]


class Ceremony(NamedTuple):
    """A challenge that was given out; `user_id` is who may answer a registration."""

    kind: CeremonyKind
    challenge: bytes
    user_id: UserId | None


class Ceremonies(Protocol):
    """Challenges by the id in the browser's cookie, each good for one answer."""

    async def begin(self, ceremony: Ceremony, now: datetime) -> str:
        """Keep it for five minutes; the id for the cookie."""
        ...

    async def take(self, cookie: str, kind: CeremonyKind, now: datetime) -> Ceremony | None:
        """Give it back once, whatever comes of the answer."""
        ...


class NewCredential(NamedTuple):
    """What a verified registration says."""

    credential_id: str
    public_key: bytes
    counter: int
    device_type: DeviceType
    backed_up: bool
    transports: str
    aaguid: str


class Signed(NamedTuple):
    """What a verified signature says."""

    counter: int
    backed_up: bool


class NotVerified(Exception):
    """A ceremony's answer proves nothing. `cause` tells a wrong signature from everything else."""

    def __init__(self, cause: Literal["signature", "other"] = "other") -> None:
        super().__init__(cause)
        self.cause: Literal["signature", "other"] = cause


class Authenticators(Protocol):
    """The WebAuthn rules, for one relying party."""

    rp_id: str

    def verify_registration(self, response: Mapping[str, Any], challenge: bytes) -> NewCredential:
        """Raises `NotVerified`."""
        ...

    def verify_signature(
        self, response: Mapping[str, Any], challenge: bytes, passkey: StoredPasskey
    ) -> Signed:
        """Raises `NotVerified`."""
        ...


class EmailHashes(Protocol):
    """Hashes of addresses for the log, under a pepper of the year that can be destroyed."""

    async def email_in_log(self, address: str, now: datetime) -> str: ...


class Tokens(Protocol):
    """Random text: 32 of `[A-Za-z0-9]`, and ids."""

    def token(self) -> str: ...

    def new_id(self) -> UUID: ...
