"""A user's ways to sign in other than passkeys and codes: password and identity providers."""

from __future__ import annotations

from uuid import UUID, uuid5

from domain.identity.users import (
    PasswordSet,
    SocialIdentityLinked,
    SocialIdentityUnlinked,
    UserErased,
)
from domain.kernel import Recorded
from projections.kernel import Projection, Rows, Table

SIGN_IN_METHODS = Table(
    "sign_in_methods",
    {
        "id": "uuid not null",
        "user_id": "uuid not null",
        "provider": "text not null",
        # What the person is called there: never a readable name.
        "subject": "text not null",
        "since": "timestamptz not null",
    },
    account=False,
    indexes=("user_id, since",),
    unique=("provider, subject",),
)

PASSWORD = "credential"  # noqa: S105 - the wire's word for it


def method_id(user_id: UUID, provider: str, subject: str = "") -> UUID:
    """There is one password, and any number of accounts elsewhere."""
    return uuid5(user_id, f"{provider}:{subject}" if subject else provider)


def apply(rows: Rows, recorded: Recorded) -> None:
    user_id, at = recorded.entity_id, recorded.occurred_at
    match recorded.event:
        case PasswordSet():
            rows.put(
                SIGN_IN_METHODS,
                method_id(user_id, PASSWORD),
                user_id=user_id,
                provider=PASSWORD,
                subject=str(user_id),
                since=at,
            )
        case SocialIdentityLinked(provider=provider, subject_hash=subject) if subject:
            rows.put(
                SIGN_IN_METHODS,
                method_id(user_id, provider, subject),
                user_id=user_id,
                provider=provider,
                subject=subject,
                since=at,
            )
        case SocialIdentityUnlinked(provider=provider, subject_hash=subject):
            rows.delete(SIGN_IN_METHODS, method_id(user_id, provider, subject))
        case UserErased():
            rows.delete(SIGN_IN_METHODS, method_id(user_id, PASSWORD))
        case _:
            pass


PROJECTION = Projection(
    "sign_in_methods",
    1,
    (SIGN_IN_METHODS,),
    apply,
    (PasswordSet, SocialIdentityLinked, SocialIdentityUnlinked, UserErased),
    mode="inline",
)
