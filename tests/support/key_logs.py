"""A key log in the middle of its life, put together from its parts: for rules about who may say what."""

from __future__ import annotations

from uuid import UUID

from domain.ids import UserId, built_in_role
from domain.kernel import Actor, Moment
from domain.vault.key_log import KEY_LOG, AppendKeyStatement, KeyLog
from domain.vault.key_log.state import EVERYTHING, DeviceKeys, Person, RoleKey
from domain.vault.statement_types import Hash, Header, KeyBody
from tests.support import key_statements
from tests.support.decisions import NOON
from tests.support.key_statements import point
from tests.support.shapes import ACCOUNT, named

AUTHOR, OTHER, KEEPER = (UserId(named(word)) for word in ("author", "other", "keeper"))
ROLE = built_in_role(ACCOUNT, "member")
ZEROS = Hash(bytes(32))
HEAD = Hash(b"\x09" * 32)
AT = int(NOON.timestamp() * 1000)
BY_AUTHOR = Moment(Actor("user", AUTHOR, ACCOUNT), NOON)


def device_of(user: UserId) -> UUID:
    return named(f"device of {user}")


def added(user: UserId) -> Hash:
    """The hash of the `device.add` of this person's device."""
    return Hash(user.bytes * 2)


def log(author: int = EVERYTHING, other: int = 0, holders: tuple[UserId, ...] = (AUTHOR, OTHER)) -> KeyLog:
    """Two people with these capabilities, and somebody who can always set them anew."""
    bits = {AUTHOR: author, OTHER: other, KEEPER: EVERYTHING}
    return KeyLog(
        ACCOUNT,
        next_seq=9,
        head=HEAD,
        fingerprint=ZEROS,
        devices={
            device_of(user): DeviceKeys(user, point(1), point(2), "first", added(user), "active")
            for user in bits
        },
        people={user: Person(some, verified=True, vouched_for=added(user)) for user, some in bits.items()},
        roles={ROLE: RoleKey(1, point(3), point(4), ZEROS, personal=False, assigned=frozenset(holders))},
    )


def says(kept: KeyLog, body: KeyBody, by: UserId = AUTHOR, device: UUID | None = None) -> AppendKeyStatement:
    """The next statement, by this person's device."""
    header = Header(ACCOUNT, kept.next_seq, Hash(kept.head), by, device or device_of(by), AT, 0, ZEROS)
    return AppendKeyStatement(key_statements.signed(header, body), proven=True)


def decided(kept: KeyLog, body: KeyBody, by: UserId = AUTHOR, device: UUID | None = None) -> KeyLog:
    """The log after this statement. Raises what the rules raise."""
    moment = Moment(Actor("user", by, ACCOUNT), NOON)
    after = KEY_LOG.fold(KEY_LOG.decide(says(kept, body, by, device), kept, moment), kept)
    assert after is not None
    return after
