"""What the person who asks may do in this account, by the account's own word."""

from __future__ import annotations

from domain.accounts.accounts.permissions import EVERY, Permissions, flat, withheld
from domain.accounts.accounts.state import Account
from domain.errors import NotAllowed, NotFound, Refused
from domain.ids import RoleId, UserId
from domain.kernel import Moment

DENIED = "You are not allowed to access resource: "


def permissions_of(account: Account, user_id: UserId | None) -> frozenset[str]:
    """The permissions of a member's role that the plan includes; empty for non-members."""
    member = None if user_id is None else account.members.get(user_id)
    role = None if member is None else account.roles.get(member.role_id)
    if role is None:
        return frozenset()
    features = () if account.limits is None else account.limits.features
    return flat(role.permissions) - frozenset(withheld(features))


def held(account: Account, moment: Moment) -> frozenset[str]:
    """The permissions of the actor. The system itself has them all."""
    if moment.actor.type == "system":
        return flat(EVERY)
    return permissions_of(account, moment.actor.user_id)


def require(account: Account, moment: Moment, permission: str) -> None:
    if permission not in held(account, moment):
        resource = permission.partition(".")[0]
        raise NotAllowed(DENIED + resource, reason="not_allowed", permission=permission)


def require_system(moment: Moment) -> None:
    """Only the clock and the operator may do this."""
    if moment.actor.type != "system":
        raise NotAllowed(DENIED + "account", reason="not_allowed")


def require_writable(account: Account, moment: Moment) -> None:
    if account.state == "closing":
        raise Refused("This account is being closed. Reopen it first.", reason="closing")
    if account.read_only(moment.now):
        raise Refused("This account is suspended. It can be read and exported.", reason="suspended")


def require_subscribed(account: Account, moment: Moment) -> None:
    require_writable(account, moment)
    if account.limits is None:
        raise Refused("Choose a plan for this account first.", reason="account_incomplete")


def require_ceiling(account: Account, moment: Moment, permissions: Permissions) -> None:
    """Refuse permissions that the actor does not have."""
    missing = flat(permissions) - _granting(account, moment)
    if missing:
        raise Refused(
            "You cannot give permissions that you do not have yourself.",
            reason="privilege_ceiling",
            missing=sorted(missing),
        )


def require_owner(account: Account, moment: Moment) -> None:
    if moment.actor.type != "system" and moment.actor.user_id not in account.owners:
        raise Refused("Only an owner can do this.", reason="privilege_ceiling")


def is_owner(account: Account, user_id: UserId) -> bool:
    member = account.members.get(user_id)
    return member is not None and member.role_id == account.owner_role_id


def role_of(account: Account, role_id: RoleId) -> Permissions:
    role = account.roles.get(role_id)
    if role is None:
        raise NotFound("There is no such role.", reason="role")
    return role.permissions


def _granting(account: Account, moment: Moment) -> frozenset[str]:
    # What the plan withholds is withheld from every role, so it does not stand between two of them.
    features = () if account.limits is None else account.limits.features
    return held(account, moment) | frozenset(withheld(features))
