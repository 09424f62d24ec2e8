"""The accounts as a person sees them: one row for each that the person belongs to."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from domain.accounts.accounts import events as e
from domain.accounts.accounts.state import built_in_roles
from domain.kernel import Recorded, wire_time
from projections.accounts.accounts import ACCOUNTS, changes
from projections.accounts.roles import ROLES
from projections.kernel import Reader, Rows, Table

MEMBERSHIPS = Table(
    "memberships",
    {
        "user_id": "uuid not null",
        "role_id": "uuid not null",
        "joined_at": "timestamptz not null",
        "json": "jsonb not null",
    },
    key=("user_id",),
    indexes=("user_id",),
    own_rows="user_id",
)


def apply(rows: Rows, recorded: Recorded) -> None:
    """Follows the account's row, which this fact has changed already."""
    event = recorded.event
    row = rows.get(ACCOUNTS, {"account_id": recorded.account_id})
    if row is None:
        return
    account = row["json"]
    shown = {"accountId": account["id"], "displayName": account["displayName"], "state": account["state"]}
    match event:
        case e.AccountOpened(account_id=account_id, owner_id=owner, owner_role_id=role_id, defaults=defaults):
            role = built_in_roles(account_id, defaults)[role_id]
            _put(rows, owner, role_id, recorded, {**shown, **_role(role_id, role.key, role.name)})
        case e.MemberJoined(user_id=user, role_id=role_id):
            _put(rows, user, role_id, recorded, {**shown, **_role_named(rows, role_id)})
        case e.MemberRoleChanged(user_id=user, to_role_id=role_id):
            row = rows.get(MEMBERSHIPS, {"user_id": user})
            if row is not None:
                json = {**row["json"], **_role_named(rows, role_id)}
                rows.patch(MEMBERSHIPS, {"user_id": user}, role_id=role_id, json=json)
        case e.MemberRemoved(user_id=user):
            rows.delete(MEMBERSHIPS, {"user_id": user})
        case e.RoleChanged(role_id=role_id, name=name) if name is not None:
            for row in rows.select(MEMBERSHIPS, role_id=role_id):
                json = {**row["json"], "role": name}
                rows.patch(MEMBERSHIPS, {"user_id": row["user_id"]}, json=json)
        case e.AccountErased():
            for row in rows.select(MEMBERSHIPS, account_id=recorded.account_id):
                rows.delete(MEMBERSHIPS, {"user_id": row["user_id"]})
        case _ if changes(event).keys() & {"displayName", "state"}:
            for row in rows.select(MEMBERSHIPS, account_id=recorded.account_id):
                rows.patch(MEMBERSHIPS, {"user_id": row["user_id"]}, json={**row["json"], **shown})
        case _:
            pass


def _put(rows: Rows, user: UUID, role_id: UUID, recorded: Recorded, json: dict[str, Any]) -> None:
    json = {**json, "joinedAt": wire_time(recorded.occurred_at)}
    rows.put(MEMBERSHIPS, {"user_id": user}, role_id=role_id, joined_at=recorded.occurred_at, json=json)


def _role(role_id: UUID, key: str | None, name: str) -> dict[str, Any]:
    return {"roleId": str(role_id), "role": key or name}


def _role_named(rows: Rows, role_id: UUID) -> dict[str, Any]:
    row = rows.get(ROLES, {"role_id": role_id})
    return _role(role_id, None, "") if row is None else _role(role_id, row["key"], row["name"])


_ACCOUNTS = (
    "select json::text from read.memberships where user_id = %(user_id)s order by joined_at, account_id"
)


async def accounts_of(reader: Reader, user_id: UUID) -> list[str]:
    """The accounts of a person with role and state, the first joined first."""
    return [json for (json,) in await reader.all(_ACCOUNTS, {"user_id": user_id}, user_id=user_id)]


async def owned_by(reader: Reader, user_id: UUID) -> int:
    """In how many accounts that are not erased the person is an owner."""
    row = await reader.one(
        "select count(*) from read.memberships where user_id = %(user_id)s "
        "and json->>'role' = 'owner' and json->>'state' <> 'erased'",
        {"user_id": user_id},
        user_id=user_id,
    )
    return 0 if row is None else row[0]
