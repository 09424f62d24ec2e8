"""People and their passkeys as the door sees them: written with the facts, never behind them."""

from __future__ import annotations

from domain.identity.users import (
    USER,
    EmailChanged,
    EmailVerified,
    PasskeyAdded,
    PasskeyRemoved,
    PasskeyRenamed,
    PasskeyUsed,
    PasswordSet,
    PlatformRoleChanged,
    UserBanned,
    UserErased,
    UserErasureRequested,
    UserRegistered,
    UserRenamed,
    UserUnbanned,
)
from domain.kernel import Recorded
from projections.kernel import Projection, Rows, Table

USERS = Table(
    "users",
    {
        "id": "uuid not null",
        "email_ref": "text not null",
        "email_index": "text",
        "name_ref": "text not null",
        "verified": "boolean not null default false",
        "password": "boolean not null default false",
        "epoch": "integer not null default 0",
        "banned": "boolean not null default false",
        "ban_reason": "text",
        "banned_until": "timestamptz",
        "platform_role": "text not null default 'user'",
        "erasure_due": "timestamptz",
        "erased": "boolean not null default false",
        "created_at": "timestamptz not null",
        "updated_at": "timestamptz not null",
    },
    account=False,
    indexes=("erasure_due", "created_at, id"),
    unique=("email_index",),
)

PASSKEYS = Table(
    "passkeys",
    {
        "id": "uuid not null",
        "user_id": "uuid not null",
        "name_ref": "text not null",
        "device_type": "text not null",
        "backed_up": "boolean not null",
        "added_at": "timestamptz not null",
    },
    account=False,
    indexes=("user_id",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    user_id, at = recorded.entity_id, recorded.occurred_at
    match recorded.event:
        case UserRegistered(email_ref=email_ref, email_index=index, name_ref=name_ref):
            rows.put(
                USERS,
                user_id,
                email_ref=email_ref,
                # Erased with the person's key.
                email_index=index or None,
                name_ref=name_ref,
                created_at=at,
                updated_at=at,
            )
        case EmailVerified():
            rows.patch(USERS, user_id, verified=True, updated_at=at)
        case EmailChanged(email_ref=email_ref, email_index=index):
            rows.patch(USERS, user_id, email_ref=email_ref, email_index=index or None, updated_at=at)
        case UserRenamed(name_ref=name_ref):
            rows.patch(USERS, user_id, name_ref=name_ref, updated_at=at)
        case PasswordSet(epoch=epoch):
            rows.patch(USERS, user_id, password=True, epoch=epoch, updated_at=at)
        case UserBanned(reason=reason, until=until, epoch=epoch):
            rows.patch(
                USERS, user_id, banned=True, ban_reason=reason, banned_until=until, epoch=epoch, updated_at=at
            )
        case UserUnbanned():
            rows.patch(USERS, user_id, banned=False, ban_reason=None, banned_until=None, updated_at=at)
        case PlatformRoleChanged(role=role):
            rows.patch(USERS, user_id, platform_role=role, updated_at=at)
        case PasskeyAdded() as added:
            rows.put(
                PASSKEYS,
                added.passkey_id,
                user_id=user_id,
                name_ref=added.name_ref,
                device_type=added.device_type,
                backed_up=added.backed_up,
                added_at=at,
            )
        case PasskeyUsed(passkey_id=passkey_id, backed_up=backed_up):
            rows.patch(PASSKEYS, passkey_id, backed_up=backed_up)
        case PasskeyRenamed(passkey_id=passkey_id, name_ref=name_ref):
            rows.patch(PASSKEYS, passkey_id, name_ref=name_ref)
        case PasskeyRemoved(passkey_id=passkey_id):
            rows.delete(PASSKEYS, passkey_id)
        case UserErasureRequested(due_at=due_at, epoch=epoch):
            rows.patch(USERS, user_id, erasure_due=due_at, epoch=epoch, updated_at=at)
        case UserErased():
            rows.patch(USERS, user_id, email_index=None, password=False, erased=True, updated_at=at)
        case _:
            pass


PROJECTION = Projection("users", 3, (USERS, PASSKEYS), apply, USER.events, mode="inline")
