"""An account in words: who owns it, who belongs to it, and what its plan allows."""

from __future__ import annotations

from uuid import UUID, uuid5

from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.commands import (
    AdmitMember,
    ChangeMemberRole,
    OpenAccount,
    ReserveSeat,
    StartSubscription,
)
from domain.accounts.accounts.plans import PlanLimits
from domain.ids import AccountId, InvitationId, RoleId, UserId, built_in_role
from domain.kernel import Actor
from tests.support.decisions import Story

NAMES = UUID("00000000-0000-4000-8000-000000000000")
HAWTHORNE = AccountId(uuid5(NAMES, "hawthorne"))
CLARA, KARL, JONAS, INES = (UserId(uuid5(NAMES, name)) for name in ("clara", "karl", "jonas", "ines"))
OWNER, ADMIN, MEMBER, AUDITOR, ANALYST = (
    built_in_role(HAWTHORNE, key) for key in ("owner", "admin", "member", "auditor", "analyst")
)
FINANCE = RoleId(UUID("018f0000-0000-7000-8000-00000000f1a0"))
HOUSE = RoleId(UUID("018f0000-0000-7000-8000-00000000f0e5"))
ALL_FEATURES = ("analytics", "customRoles", "bulkMail")


def limits(*, seats: int = 6, custom_roles: int = 3, features: tuple[str, ...] = ALL_FEATURES) -> PlanLimits:
    return PlanLimits(
        seats=seats,
        storage_bytes=100,
        file_bytes=10,
        profiles=200,
        custom_roles=custom_roles,
        audit_days=365,
        mails_per_day=100,
        features=features,
    )


def acting(user_id: UserId) -> Actor:
    return Actor("user", user_id, HAWTHORNE)


def invitation_of(user_id: UserId) -> InvitationId:
    return InvitationId(uuid5(NAMES, f"invitation of {user_id}"))


def an_account(**plan: int | tuple[str, ...]) -> Story:
    """Clara's account, subscribed; she is the one who asks."""
    start = StartSubscription("family", limits(**plan))  # pyright: ignore[reportArgumentType]
    story = Story(ACCOUNT).by(acting(CLARA))
    return story.after(OpenAccount(HAWTHORNE, "Hawthorne", CLARA), start)


def with_member(story: Story, user_id: UserId, role_id: RoleId = MEMBER) -> Story:
    """Somebody whom Clara invited has joined in this role."""
    invited = story.by(acting(CLARA)).after(ReserveSeat(invitation_of(user_id), role_id))
    joined = invited.by(acting(user_id)).after(AdmitMember(user_id, invitation_of(user_id), CLARA))
    return joined.by(story.actor)


def promoted(story: Story, user_id: UserId, role_id: RoleId) -> Story:
    changed = story.by(acting(CLARA)).after(ChangeMemberRole(user_id, role_id))
    return changed.by(story.actor)
