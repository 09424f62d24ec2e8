"""Who belongs to an account and what for: written with the fact, because authorisation reads it."""

from __future__ import annotations

from domain.accounts.accounts import events as e
from domain.accounts.accounts.permissions import default_reads
from domain.kernel import Recorded
from projections.kernel import Projection, Rows, Table

MEMBERS = Table(
    "account_members",
    {
        "user_id": "uuid not null",
        "role_id": "uuid not null",
        "reads_role_ids": "uuid[] not null",
        "joined_at": "timestamptz not null",
    },
    key=("user_id",),
    indexes=("user_id", "account_id, role_id"),
    own_rows="user_id",
)


def apply(rows: Rows, recorded: Recorded) -> None:
    match recorded.event:
        case e.AccountOpened(account_id=account_id, owner_id=owner, owner_role_id=role, defaults=defaults):
            rows.put(
                MEMBERS,
                {"user_id": owner},
                role_id=role,
                reads_role_ids=default_reads(account_id, owner, role, defaults),
                joined_at=recorded.occurred_at,
            )
        case e.MemberJoined(user_id=user, role_id=role, reads=reads):
            rows.put(
                MEMBERS,
                {"user_id": user},
                role_id=role,
                reads_role_ids=reads,
                joined_at=recorded.occurred_at,
            )
        case e.MemberRoleChanged(user_id=user, to_role_id=role, reads=reads):
            rows.patch(MEMBERS, {"user_id": user}, role_id=role, reads_role_ids=reads)
        case e.MemberReadingChanged(user_id=user, reads=reads):
            rows.patch(MEMBERS, {"user_id": user}, reads_role_ids=reads)
        case e.MemberRemoved(user_id=user):
            rows.delete(MEMBERS, {"user_id": user})
        case _:
            pass


ACCOUNT_MEMBERS = Projection(
    "account_members",
    2,
    (MEMBERS,),
    apply,
    (
        e.AccountOpened,
        e.MemberJoined,
        e.MemberRoleChanged,
        e.MemberReadingChanged,
        e.MemberRemoved,
    ),
    mode="inline",
)
