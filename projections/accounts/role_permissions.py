"""What each role of an account may do: written with the fact, because authorisation reads it."""

from __future__ import annotations

from typing import Any

from domain.accounts.accounts import events as e
from domain.accounts.accounts.permissions import flat
from domain.accounts.accounts.state import built_in_roles
from domain.kernel import Recorded
from projections.kernel import Projection, Rows, Table

ROLES = Table(
    "account_roles",
    {
        "role_id": "uuid not null",
        "key": "text",
        "name": "text not null",
        "permissions": "text[] not null",
        "system": "boolean not null",
    },
    key=("role_id",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    match recorded.event:
        case e.AccountOpened(account_id=account_id, defaults=defaults):
            for role_id, role in built_in_roles(account_id, defaults).items():
                rows.put(
                    ROLES,
                    {"role_id": role_id},
                    key=role.key,
                    name=role.name,
                    permissions=tuple(sorted(flat(role.permissions))),
                    system=True,
                )
        case e.RoleDefined(role_id=role_id, name=name, permissions=permissions, system=system):
            rows.put(
                ROLES,
                {"role_id": role_id},
                key=None,
                name=name,
                permissions=tuple(sorted(flat(permissions))),
                system=system,
            )
        case e.RoleChanged(role_id=role_id, name=name, permissions=permissions):
            changed: dict[str, Any] = {} if name is None else {"name": name}
            if permissions is not None:
                changed["permissions"] = tuple(sorted(flat(permissions)))
            # Also where the name is erased, which leaves nothing to change: the row is as new as it was.
            rows.patch(ROLES, {"role_id": role_id}, **changed)
        case e.RoleRetired(role_id=role_id):
            rows.delete(ROLES, {"role_id": role_id})
        case _:
            pass


ACCOUNT_ROLES = Projection(
    "account_roles",
    1,
    (ROLES,),
    apply,
    (e.AccountOpened, e.RoleDefined, e.RoleChanged, e.RoleRetired),
    mode="inline",
)
