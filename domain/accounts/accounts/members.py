"""Who belongs to an account, in which role, and for which roles they read."""

from __future__ import annotations

from typing import assert_never

from domain.accounts.accounts import commands as c
from domain.accounts.accounts import events as e
from domain.accounts.accounts.authority import (
    is_owner,
    require,
    require_ceiling,
    require_owner,
    require_subscribed,
    require_writable,
    role_of,
)
from domain.accounts.accounts.permissions import default_reads
from domain.accounts.accounts.state import Account, Member
from domain.errors import AlreadyExists, InvalidArgument, NotFound, Refused
from domain.ids import RoleId, UserId, personal_role
from domain.kernel import Moment

# More open invitations than this at once are a mistake or an abuse.
OPEN_INVITATIONS = 200
NO_LONGER_VALID = "This invitation is no longer valid. Ask for a new one."


def decide_members(command: c.MemberCommand, account: Account, moment: Moment) -> list[e.AccountEvent]:
    match command:
        case c.ReserveSeat():
            return _reserve(command, account, moment)
        case c.ReleaseSeat(invitation_id=invitation_id):
            return [e.SeatReleased(invitation_id)] if invitation_id in account.reserved else []
        case c.AdmitMember():
            return _admit(command, account, moment)
        case c.ChangeMemberRole():
            return _change_role(command, account, moment)
        case c.ChangeMemberReading():
            return _change_reading(command, account, moment)
        case c.RemoveMember():
            return _remove(command, account, moment)
        case _:
            assert_never(command)


def _reserve(command: c.ReserveSeat, account: Account, moment: Moment) -> list[e.AccountEvent]:
    require(account, moment, "invitation.create")
    require_subscribed(account, moment)
    reserved = account.reserved.get(command.invitation_id)
    if reserved == command.role_id:
        return []
    if reserved is not None:
        raise AlreadyExists("This invitation has a seat already.")
    require_ceiling(account, moment, role_of(account, command.role_id))
    if command.role_id == account.owner_role_id:
        require_owner(account, moment)
    if account.limits is not None and account.seats_taken >= account.limits.seats:
        raise Refused("All seats of your plan are taken.", reason="seat_limit", seats=account.limits.seats)
    if len(account.reserved) >= OPEN_INVITATIONS:
        raise Refused("Too many invitations are open.", reason="invitation_limit", limit=OPEN_INVITATIONS)
    return [e.SeatReserved(command.invitation_id, command.role_id)]


def _admit(command: c.AdmitMember, account: Account, moment: Moment) -> list[e.AccountEvent]:
    require_subscribed(account, moment)
    if command.user_id in account.members:
        return [e.SeatReleased(command.invitation_id)] if command.invitation_id in account.reserved else []
    role_id = account.reserved.get(command.invitation_id)
    if role_id is None or role_id not in account.roles or command.invited_by not in account.members:
        raise Refused(NO_LONGER_VALID, reason="invite_expired")
    if account.limits is not None and len(account.members) >= account.limits.seats:
        raise Refused("All seats of this account's plan are taken.", reason="seat_limit")
    return [
        e.MemberJoined(
            command.user_id,
            role_id,
            personal_role(account.account_id, command.user_id),
            own_reading(account, command.user_id, role_id),
            command.invitation_id,
        )
    ]


def _change_role(command: c.ChangeMemberRole, account: Account, moment: Moment) -> list[e.AccountEvent]:
    require(account, moment, "member.update")
    require_writable(account, moment)
    member = _member(account, command.user_id)
    permissions = role_of(account, command.role_id)
    if command.role_id == member.role_id:
        return []
    require_ceiling(account, moment, permissions)
    if account.owner_role_id in (member.role_id, command.role_id):
        require_owner(account, moment)
    _keep_an_owner(account, command.user_id)
    return [move_member(account, command.user_id, member, command.role_id)]


def move_member(account: Account, user_id: UserId, member: Member, role_id: RoleId) -> e.MemberRoleChanged:
    """The new role's reading replaces the old one's; what was given besides stays, where keys are held."""
    own = own_reading(account, user_id, role_id)
    before = own_reading(account, user_id, member.role_id)
    beside = tuple(role for role in member.reads if role not in before and role not in own)
    return e.MemberRoleChanged(user_id, member.role_id, role_id, (*own, *beside) if own else ())


def _change_reading(command: c.ChangeMemberReading, account: Account, moment: Moment) -> list[e.AccountEvent]:
    require(account, moment, "member.update")
    require_writable(account, moment)
    member = _member(account, command.user_id)
    own = own_reading(account, command.user_id, member.role_id)
    asked = (*own, *(role for role in dict.fromkeys(command.role_ids) if role not in own))
    if not own and asked:
        raise Refused("This role holds no keys, so its members read nothing.", reason="keyless_role")
    for role_id in asked:
        if role_id not in own and role_id not in account.roles:
            raise InvalidArgument("There is no such role to read for.", reason="role", roleId=str(role_id))
    added = tuple(role for role in asked if role not in member.reads)
    removed = tuple(role for role in member.reads if role not in asked)
    if not added and not removed:
        return []
    _require_reader(account, moment, added)
    return [e.MemberReadingChanged(command.user_id, added, removed, asked)]


def _require_reader(account: Account, moment: Moment, roles: tuple[RoleId, ...]) -> None:
    """Only a holder of a role may let others read for it."""
    if moment.actor.type == "system":
        return
    giver = account.members.get(moment.actor.user_id) if moment.actor.user_id else None
    lacking = [role for role in roles if giver is None or role not in giver.reads]
    if lacking:
        raise Refused(
            "Only a member who can read for a role can give it to others.",
            reason="not_holder",
            roleIds=[str(role) for role in lacking],
        )


def _remove(command: c.RemoveMember, account: Account, moment: Moment) -> list[e.AccountEvent]:
    _member(account, command.user_id)
    actor = moment.actor
    # Who may delete a person is asked where the person is: an account has no say in it.
    if command.reason != "erased" and (command.reason == "left") != (actor.user_id == command.user_id):
        raise InvalidArgument("A member leaves by himself and is removed by others.", reason="reason")
    if command.reason == "removed":
        require(account, moment, "member.delete")
        if is_owner(account, command.user_id):
            require_owner(account, moment)
    _keep_an_owner(account, command.user_id)
    return [e.MemberRemoved(command.user_id, command.reason)]


def _keep_an_owner(account: Account, user_id: UserId) -> None:
    if account.owners == (user_id,):
        raise Refused("An account keeps at least one owner.", reason="last_owner")


def _member(account: Account, user_id: UserId) -> Member:
    member = account.members.get(user_id)
    if member is None:
        raise NotFound("There is no such member.", reason="member")
    return member


def own_reading(account: Account, user_id: UserId, role_id: RoleId) -> tuple[RoleId, ...]:
    """What comes with a role. An owner also reads for every role that the account made for itself."""
    reads = default_reads(account.account_id, user_id, role_id, account.defaults)
    if role_id != account.owner_role_id:
        return reads
    return (*reads, *(made for made, role in account.roles.items() if role.key is None))
