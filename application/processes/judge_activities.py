"""Judging what detectors found: "This was me", "I look after it", and making a sign-in safe again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol
from uuid import UUID

from application.commands import Route
from application.identity.ports import People
from application.identity.sessions import KNOWN_BROWSERS, end_sessions
from application.ports import RowChange
from application.step_up import require_step_up
from application.unit_of_work import Work
from domain.errors import NotFound, NotSignedIn
from domain.identity.sessions import SESSION
from domain.ids import AccountId, UserId
from domain.kernel import Value
from domain.oversight.suspicion.activities import ACTIVITY, Acknowledge, Resolve, place_of

# From this severity on "This was me" lifts what protects the person, so whoever says it proves who they are.
ASKS_AGAIN_FROM = 3


class Judged(NamedTuple):
    """A suspicious activity that can be acknowledged or resolved. `user_id` is whom it is about."""

    activity_id: UUID
    dedup_key: str
    severity: int
    user_id: UserId | None


class Activities(Protocol):
    async def visible(
        self, activity_id: UUID, user_id: UserId, account_id: AccountId | None
    ) -> Judged | None:
        """One of this person's own, or of those whose security this account looks after."""
        ...

    async def open_of(self, user_id: UserId) -> Sequence[Judged]:
        """The user's own open activities."""
        ...


class AcknowledgeActivity(Value, frozen=True):
    """For your own: "This was me". For another member's: "I'm on it"."""

    activity_id: UUID


class Acknowledged(Value, frozen=True):
    status: Literal[True] = True


class SecureSignIn(Value, frozen=True):
    """Secure a sign-in that may have been used by another person: only the calling session is kept."""


class SecuredAnswer(Value, frozen=True):
    """How many sessions ended, and how many activities are settled by that."""

    ended: int
    settled: int


@dataclass(frozen=True)
class Judging:
    activities: Activities
    people: People

    async def acknowledge(self, work: Work, command: AcknowledgeActivity) -> Acknowledged:
        user_id, actor = _who(work), work.context.actor
        account_id = actor.account_id if "security.manage" in actor.may else None
        found = await self.activities.visible(command.activity_id, user_id, account_id)
        if found is None:
            raise NotFound("There is no such activity.")
        place = place_of(found.dedup_key)
        if found.user_id != user_id:
            await work.decide(ACTIVITY, place, Acknowledge(found.activity_id, user_id))
            return Acknowledged()
        if found.severity >= ASKS_AGAIN_FROM:
            require_step_up(work)
        await work.decide(ACTIVITY, place, Resolve(found.activity_id, "falsePositive", user_id))
        return Acknowledged()

    async def secure(self, work: Work, _command: SecureSignIn) -> SecuredAnswer:
        user_id = _who(work)
        require_step_up(work)
        keep = work.context.actor.session_id
        live = await self.people.live_sessions(user_id, work.context.now)
        await end_sessions(work, self.people, user_id, "revoked", keep=keep)
        # Whoever was here before is a stranger's browser again.
        work.write(RowChange("delete", KNOWN_BROWSERS, {"user_id": user_id}))
        settled = await self.activities.open_of(user_id)
        for activity in settled:
            resolve = Resolve(activity.activity_id, "mitigated", user_id)
            await work.decide(ACTIVITY, place_of(activity.dedup_key), resolve)
        return SecuredAnswer(sum(session_id != keep for session_id in live), len(settled))


def _who(work: Work) -> UserId:
    user_id = work.context.actor.user_id
    if user_id is None:
        raise NotSignedIn()
    return user_id


def routes(judging: Judging) -> dict[type, Route]:
    return {
        AcknowledgeActivity: Route(None, judging.acknowledge, (ACTIVITY,)),
        SecureSignIn: Route(None, judging.secure, (ACTIVITY, SESSION)),
    }
