"""The roles of an account with what they allow and how many people have them."""

from __future__ import annotations

from uuid import UUID

from domain.accounts.accounts import events as e
from domain.accounts.accounts.state import Role, built_in_roles, word_of
from domain.kernel import Recorded
from projections.kernel import Reader, Rows, Table
from projections.wire import shape

ROLES = Table(
    "roles",
    {
        "role_id": "uuid not null",
        "name": "text not null",
        "key": "text",
        "json": "jsonb not null",
    },
    key=("role_id",),
    unique=("account_id, lower(name)",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    match recorded.event:
        case e.AccountOpened(account_id=account_id, defaults=defaults):
            for role_id, role in built_in_roles(account_id, defaults).items():
                _put(rows, role_id, role)
        case e.RoleDefined(role_id=role_id) as event:
            _put(rows, role_id, Role(event.name, event.permissions, None, event.description))
        case e.RoleChanged(role_id=role_id) as event:
            _change(rows, role_id, event)
        case e.RoleRetired(role_id=role_id):
            rows.delete(ROLES, {"role_id": role_id})
        case _:
            pass


def _put(rows: Rows, role_id: UUID, role: Role) -> None:
    json = {"id": str(role_id), "name": role.name, "word": shape(word_of(role))}
    rows.put(ROLES, {"role_id": role_id}, name=role.name, key=role.key, json=json)


def _change(rows: Rows, role_id: UUID, event: e.RoleChanged) -> None:
    row = rows.get(ROLES, {"role_id": role_id})
    if row is None:
        return
    name, word = event.name or row["name"], row["json"]["word"]
    given = {"description": event.description, "permissions": shape(event.permissions)}
    changed = {part: value for part, value in given.items() if value is not None}
    json = {
        "id": str(role_id),
        "name": name,
        "word": {**word, **changed, "version": word["version"] + 1},
    }
    rows.patch(ROLES, {"role_id": role_id}, name=name, json=json)


_ROLES = """
select (
    jsonb_set(role.json, '{word,memberCount}', to_jsonb(members.count))
    || jsonb_strip_nulls(jsonb_build_object('nameSaltB64u', keys.name_salt))
)::text
from read.roles role
left join read.role_keys keys on keys.account_id = role.account_id and keys.role_id = role.role_id
cross join lateral (
    select count(*) from read.account_members member
    where member.account_id = role.account_id and member.role_id = role.role_id
) members
where role.account_id = %(account_id)s
order by array_position(array['owner', 'admin', 'member', 'auditor', 'analyst'], role.key), lower(role.name)
"""


async def roles_of(reader: Reader, account_id: UUID) -> list[str]:
    """The built-in roles first, then the account's own by name."""
    rows = await reader.all(_ROLES, {"account_id": account_id}, account_id=account_id)
    return [json for (json,) in rows]
