"""Who may ask: the same refusals for reading as the path of commands gives for writing."""

from __future__ import annotations

from application.ports import Context
from domain.errors import NotAllowed, NotFound, NotSignedIn, Refused
from domain.ids import AccountId, UserId


def signed_in(context: Context) -> UserId:
    """The caller's user id. Raises `NotSignedIn` without a session."""
    if context.actor.user_id is None:
        raise NotSignedIn()
    return context.actor.user_id


def in_account(context: Context) -> AccountId:
    """The account of the session, for any of its members."""
    signed_in(context)
    if context.actor.account_id is None:
        raise Refused("Choose an account first.", reason="no_account")
    return context.actor.account_id


def permitted(context: Context, permission: str) -> AccountId:
    """The session's account. Raises `NotAllowed` unless the caller has the permission in it."""
    signed_in(context)
    actor = context.actor
    if actor.account_id is None or permission not in actor.may:
        resource = permission.partition(".")[0]
        raise NotAllowed(
            f"You are not allowed to access resource: {resource}", reason="not_allowed", permission=permission
        )
    return actor.account_id


def own_account(context: Context, named: AccountId, permission: str) -> AccountId:
    """The same for an account named in the address, which must be the session's."""
    account_id = permitted(context, permission)
    if named != account_id:
        raise NotFound("There is no such account.")
    return account_id
