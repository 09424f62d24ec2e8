"""What a role may do: the table of permissions, the built-in roles, and what a plan or a state takes away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Literal, NamedTuple
from uuid import UUID

from domain.ids import RoleId, UserId, built_in_role, personal_role

Permissions = Mapping[str, tuple[str, ...]]

_CONTENT = ("read", "create", "update", "archive", "delete", "purge")
_PROFILE = ("read", "create", "update", "archive", "move", "delete", "purge", "structure")
_TASK = ("read", "create", "update", "assign", "comment", "delete", "purge")

EVERY: Permissions = {
    "account": ("read", "update", "delete", "export"),
    "billing": ("read", "manage"),
    "member": ("list", "update", "delete"),
    "role": ("list", "create", "update", "delete"),
    "invitation": ("list", "create", "cancel"),
    "key": ("read", "grant", "roll"),
    "contact": _CONTENT,
    "vendor": _CONTENT,
    "document": _CONTENT,
    "profile": _PROFILE,
    "task": _TASK,
    "topic": ("read", "manage"),
    "status": ("read", "manage"),
    "savedFilter": ("read", "create", "share", "manage"),
    "email": ("send", "bulk", "configure"),
    "audit": ("read", "verify", "replay"),
    "security": ("read", "manage"),
    "analytics": ("query",),
}

_ADMIN: Permissions = {
    **EVERY,
    "account": ("read", "update", "export"),
    "billing": ("read",),
    "audit": ("read", "verify"),
}

_MEMBER: Permissions = {
    "account": ("read",),
    "member": ("list",),
    "role": ("list",),
    "key": ("read", "grant"),
    "contact": _CONTENT[:-1],
    "vendor": _CONTENT[:-1],
    "document": _CONTENT[:-1],
    "profile": _PROFILE[:-2],
    "task": _TASK[:-1],
    "topic": ("read",),
    "status": ("read",),
    "savedFilter": ("read", "create", "share"),
    "email": ("send",),
}

_AUDITOR: Permissions = {
    "account": ("read",),
    "member": ("list",),
    "role": ("list",),
    "invitation": ("list",),
    "audit": ("read", "verify", "replay"),
    "security": ("read",),
}

_ANALYST: Permissions = {"account": ("read",), "role": ("list",), "analytics": ("query",)}


class BuiltIn(NamedTuple):
    """A role that every account has. `reads` names the roles whose items its holders open by themselves."""

    key: str
    name: str
    description: str
    permissions: Permissions
    reads: tuple[str, ...]


# `AccountOpened.defaults`: a changed set is a new number, and old accounts keep theirs.
Defaults = Literal[1]
BUILT_IN: Mapping[Defaults, tuple[BuiltIn, ...]] = {
    1: (
        BuiltIn(
            "owner", "Owner", "Everything, billing and closing included", EVERY, ("owner", "admin", "member")
        ),
        BuiltIn("admin", "Admin", "Members, roles and all content", _ADMIN, ("admin", "member")),
        BuiltIn("member", "Member", "Works with all content", _MEMBER, ("member",)),
        BuiltIn("auditor", "Auditor", "Verifies the history, opens no content", _AUDITOR, ()),
        BuiltIn("analyst", "Analyst", "Queries the figures, opens no content", _ANALYST, ()),
    )
}
DEFAULTS: Defaults = 1

# What only some plans include, and the permissions that come with it.
FEATURES: Mapping[str, tuple[str, ...]] = {
    "customRoles": ("role.create",),
    "bulkMail": ("email.bulk",),
    "analytics": ("analytics.query",),
}

# What stays open while an account is read-only: looking, taking one's data along, and paying or reopening.
_LOOKING = frozenset({"read", "list", "export", "verify", "replay", "query"})
_SETTLING = frozenset({"billing.manage", "account.update", "account.delete"})


def flat(permissions: Permissions) -> frozenset[str]:
    """`{"task": ("read",)}` as `{"task.read"}`, the form in which an actor carries them."""
    return frozenset(
        f"{resource}.{action}" for resource, actions in permissions.items() for action in actions
    )


def canonical(permissions: Permissions) -> dict[str, tuple[str, ...]]:
    """The same permissions in the order of the table, without empty rows; unknown ones raise `KeyError`."""
    if unknown := flat(permissions) - flat(EVERY):
        raise KeyError(min(unknown))
    asked = {resource: frozenset(actions) for resource, actions in permissions.items()}
    rows = {
        resource: tuple(action for action in actions if action in asked.get(resource, ()))
        for resource, actions in EVERY.items()
    }
    return {resource: actions for resource, actions in rows.items() if actions}


def withheld(features: Iterable[str]) -> tuple[str, ...]:
    """The permissions that no role of this plan has."""
    included = frozenset(features)
    return tuple(
        permission
        for feature, permissions in FEATURES.items()
        if feature not in included
        for permission in permissions
    )


def read_only(state: str, read_only_from: datetime | None, now: datetime) -> bool:
    """Whether the account is read-only, except for settling its payment and closing."""
    if state in ("suspended", "closing", "erased"):
        return True
    return read_only_from is not None and now >= read_only_from


def effective(permissions: Iterable[str], *, withheld: Iterable[str], read_only: bool) -> frozenset[str]:
    """What a person may do now: the role's permissions that the plan includes and the state allows."""
    allowed = frozenset(permissions) - frozenset(withheld)
    if not read_only:
        return allowed
    return frozenset(p for p in allowed if p in _SETTLING or p.partition(".")[2] in _LOOKING)


def holds_keys(account_id: UUID, role_id: RoleId, defaults: Defaults) -> bool:
    """Whether members with this role open anything by it, now or once it has its first key."""
    return all(role.reads or role_id != built_in_role(account_id, role.key) for role in BUILT_IN[defaults])


def default_reads(
    account_id: UUID, user_id: UserId, role_id: RoleId, defaults: Defaults
) -> tuple[RoleId, ...]:
    """The roles whose items a person with this role opens without being given more.

    Auditors and analysts hold no keys at all; all others also have a personal role.
    """
    for role in BUILT_IN[defaults]:
        if role_id == built_in_role(account_id, role.key):
            if not role.reads:
                return ()
            return (
                *(built_in_role(account_id, key) for key in role.reads),
                personal_role(account_id, user_id),
            )
    return (role_id, personal_role(account_id, user_id))
