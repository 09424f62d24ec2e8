"""Who of the platform may do what, and to whom: outside any account, and never into one."""

from __future__ import annotations

from application.identity.refusals import NotLetIn
from application.unit_of_work import Work
from domain.errors import NotAllowed, NotFound, NotSignedIn, Refused
from domain.identity.platform_access import objection
from domain.identity.users import USER, User
from domain.ids import UserId


def allow(role: str, resource: str, action: str) -> None:
    """Refuse unless a role of the platform includes this."""
    if objection(role, {resource: (action,)}) is not None:
        raise NotAllowed(
            f"You are not allowed to access resource: {resource}",
            reason="not_allowed",
            permission=f"{resource}.{action}",
        )


async def permit(work: Work, resource: str, action: str) -> UserId:
    """The person of the platform who acts, or the refusal. The role may not change before the append."""
    actor = work.context.actor
    if actor.user_id is None:
        raise NotSignedIn()
    if actor.impersonator_id is not None:
        raise NotLetIn("impersonated")
    user = await work.guard(USER, actor.user_id)
    allow("user" if user is None else user.platform_role, resource, action)
    return actor.user_id


async def target(work: Work, user_id: UserId) -> User:
    """The person whom something is done to, as they stay until the append."""
    user = await work.guard(USER, user_id)
    if user is None or user.leaving:
        raise unknown_person()
    return user


async def somebody_else(work: Work, by: UserId, user_id: UserId) -> User:
    """The same, where it has to be another person."""
    if user_id == by:
        raise Refused("You cannot do this to yourself.", reason="self")
    return await target(work, user_id)


async def no_admin(work: Work, by: UserId, user_id: UserId) -> User:
    """The same, refused if the user is a platform administrator: the role is removed first, which is
    recorded.
    """
    user = await somebody_else(work, by, user_id)
    if user.platform_role == "admin":
        raise NotAllowed(
            "This person administers the platform. Take the role first.", reason="target_is_admin"
        )
    return user


def unknown_person() -> NotFound:
    return NotFound("User not found", reason="user_not_found")
