"""The roles that an account makes for itself."""

from __future__ import annotations

from typing import assert_never

from domain.accounts.accounts import commands as c
from domain.accounts.accounts import events as e
from domain.accounts.accounts.authority import (
    require,
    require_ceiling,
    require_owner,
    require_subscribed,
    require_writable,
)
from domain.accounts.accounts.members import move_member
from domain.accounts.accounts.permissions import Permissions, canonical
from domain.accounts.accounts.state import Account, Role
from domain.errors import AlreadyExists, InvalidArgument, NotFound, Refused
from domain.ids import RoleId
from domain.kernel import Moment

ROLES = 50


def decide_role(command: c.RoleCommand, account: Account, moment: Moment) -> list[e.AccountEvent]:
    match command:
        case c.DefineRole():
            return _define(command, account, moment)
        case c.ChangeRole():
            return _change(command, account, moment)
        case c.RetireRole():
            return _retire(command, account, moment)
        case _:
            assert_never(command)


def _define(command: c.DefineRole, account: Account, moment: Moment) -> list[e.AccountEvent]:
    require(account, moment, "role.create")
    require_subscribed(account, moment)
    permissions = _canonical(command.permissions)
    present = account.roles.get(command.role_id)
    if present is not None:
        same = (command.name, permissions, command.description)
        if (present.name, present.permissions, present.description) == same:
            return []
        raise AlreadyExists("This role already exists.")
    # Ids of version 5 belong to built-in and personal roles; nobody may take one of those beforehand.
    if command.role_id.version == 5:
        raise InvalidArgument("This id is reserved.", reason="id")
    require_ceiling(account, moment, permissions)
    _require_free_name(account, command.name)
    if account.limits is not None and account.custom_roles >= account.limits.custom_roles:
        raise Refused("Your plan includes no further roles.", reason="plan")
    if len(account.roles) >= ROLES:
        raise Refused("An account has at most 50 roles.", reason="role_limit")
    defined = e.RoleDefined(command.role_id, command.name, permissions, description=command.description)
    return [defined, *_first_readers(account, command.role_id, moment)]


def _first_readers(account: Account, role_id: RoleId, moment: Moment) -> list[e.AccountEvent]:
    """Whoever makes a role holds its first key, and so do the owners."""
    return [
        e.MemberReadingChanged(user, (role_id,), (), (*member.reads, role_id))
        for user, member in account.members.items()
        if member.role_id == account.owner_role_id or (user == moment.actor.user_id and member.reads)
    ]


def _change(command: c.ChangeRole, account: Account, moment: Moment) -> list[e.AccountEvent]:
    require(account, moment, "role.update")
    require_writable(account, moment)
    role = _custom(account, command.role_id)
    require_ceiling(account, moment, role.permissions)
    name = None if command.name == role.name else command.name
    description = None if command.description == role.description else command.description
    permissions = None if command.permissions is None else _canonical(command.permissions)
    if permissions == role.permissions:
        permissions = None
    if name is not None:
        _require_free_name(account, name, but=command.role_id)
    if permissions is not None:
        require_ceiling(account, moment, permissions)
    if name is None and description is None and permissions is None:
        return []
    return [e.RoleChanged(command.role_id, name, description, permissions)]


def _retire(command: c.RetireRole, account: Account, moment: Moment) -> list[e.AccountEvent]:
    require(account, moment, "role.delete")
    require_writable(account, moment)
    role_id, target = command.role_id, command.move_to
    require_ceiling(account, moment, _custom(account, role_id).permissions)
    holders = [(user, m) for user, m in account.members.items() if m.role_id == role_id]
    if target is None and (holders or role_id in account.reserved.values()):
        raise Refused("This role is in use. Choose the role that takes its place.", reason="role_in_use")
    if target is not None:
        if target == role_id or target not in account.roles:
            raise InvalidArgument("There is no such role to move to.", reason="move_to")
        require_ceiling(account, moment, account.roles[target].permissions)
        if target == account.owner_role_id:
            require_owner(account, moment)
    events: list[e.AccountEvent] = []
    for user, member in account.members.items():
        if member.role_id == role_id and target is not None:
            events.append(move_member(account, user, member, target))
        elif role_id in member.reads:
            reads = tuple(role for role in member.reads if role != role_id)
            events.append(e.MemberReadingChanged(user, (), (role_id,), reads))
    return [*events, e.RoleRetired(role_id, target)]


def _custom(account: Account, role_id: RoleId) -> Role:
    role = account.roles.get(role_id)
    if role is None:
        raise NotFound("There is no such role.", reason="role")
    if role.key is not None:
        raise Refused("Built-in roles stay as they are.", reason="system_role")
    return role


def _require_free_name(account: Account, name: str, *, but: RoleId | None = None) -> None:
    wanted = name.casefold()
    if any(role.name.casefold() == wanted for role_id, role in account.roles.items() if role_id != but):
        raise AlreadyExists("A role of this name already exists.", reason="name")


def _canonical(permissions: Permissions) -> dict[str, tuple[str, ...]]:
    try:
        return canonical(permissions)
    except KeyError as unknown:
        raise InvalidArgument(f"There is no permission {unknown.args[0]}.", reason="permission") from None
