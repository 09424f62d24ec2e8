"""Sealed values of the right form and with no meaning, for tests of rules that never open them."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import UUID, uuid5

from domain.ids import AccountId, RoleId, UserId, built_in_role, personal_role
from domain.kernel import Actor, Moment
from domain.records import Attested, encoded, unpadded
from domain.sealed import Box, Sealed, Signed, Wrap

NAMES = UUID("00000000-0000-4000-8000-000000000000")
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
ACCOUNT = AccountId(uuid5(NAMES, "account"))
ANN = UserId(uuid5(NAMES, "ann"))
OWNER = built_in_role(ACCOUNT, "owner")
MEMBER = built_in_role(ACCOUNT, "member")
PRIVATE = personal_role(ACCOUNT, ANN)
EVERYBODY = tuple(sorted((OWNER, MEMBER)))

IV = "A" * 16
SALT = "B" * 22
SIGNATURE = "C" * 86
BOX = Box(IV, SALT, "AQID")


def named(word: str) -> UUID:
    """Always the same id for the same word."""
    return uuid5(NAMES, word)


def actor(*reads: RoleId) -> Actor:
    return Actor("user", ANN, ACCOUNT, role_id=OWNER, reads=frozenset(reads or (OWNER, MEMBER, PRIVATE)))


def moment(*reads: RoleId, now: datetime = NOON) -> Moment:
    return Moment(actor(*reads), now)


def statement(word: str) -> str:
    """Bytes that stand for a statement; another word, another statement."""
    return unpadded(hashlib.sha256(word.encode()).digest())


def signed(word: str) -> Signed:
    return Signed(statement_b64u=statement(word), signature_b64u=SIGNATURE)


def wrap(role: UUID, generation: int = 1) -> Wrap:
    return Wrap(role, generation, "wrap", IV, SALT, "D" * 108)


def attributes(**values) -> dict[str, str]:
    """Signed attributes by wire name, as a client would send them."""
    return {name: unpadded(data) for name, value in values.items() if (data := encoded(value))}


def sealed(
    record: UUID,
    *roles: UUID,
    revision: int = 1,
    content: int = 1,
    schema: int = 1,
    attrs: dict[str, str] | None = None,
) -> Sealed:
    return Sealed(
        id=record,
        revision=revision,
        content_revision=content,
        schema=schema,
        attrs=attributes(state="active", noteOnly=True) if attrs is None else attrs,
        attrs_salt_b64u=SALT,
        iv_b64u=IV,
        salt_b64u=SALT,
        data_b64u="AQID",
        wraps=tuple(wrap(role) for role in sorted(roles or EVERYBODY)),
        statement_b64u=statement(f"{record}:{revision}:{content}"),
        signature_b64u=SIGNATURE,
    )


def readers(record: Sealed) -> tuple[UUID, ...]:
    """The roles of its wraps: those that such a record is for, as long as none is owed one."""
    return tuple(wrap.role_id for wrap in record.wraps)


def with_roles(before: Iterable[UUID], *more: UUID) -> tuple[UUID, ...]:
    """An audience with further roles."""
    return tuple(sorted({*before, *more}))


def attested(word: str, attrs: dict[str, str]) -> Attested:
    return Attested(signed(word), attrs, SALT)
