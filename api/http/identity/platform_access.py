"""Access to the administration of the platform, by platform permission."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from litestar import Request

from api.http.identity.visits import Visit, Visits
from application.identity.platform import allow, unknown_person
from application.identity.platform_reading import PlatformPeople
from application.identity.refusals import NotLetIn
from application.identity.session_view import PersonView
from domain.ids import UserId


async def reading(request: Request[Any, Any, Any], visits: Visits, resource: str, action: str) -> Visit:
    """The caller's session, if their platform role has the permission. Raises the refusal otherwise."""
    return _allowed(request, await visits.needed(request), resource, action)


async def acting(request: Request[Any, Any, Any], visits: Visits, resource: str, action: str) -> Visit:
    """The same for what changes something: a session that was left open is not enough."""
    visit = _allowed(request, await visits.needed(request), resource, action)
    if not visits.is_fresh(visit):
        raise NotLetIn("not_fresh")
    return visit


def _allowed(request: Request[Any, Any, Any], visit: Visit, resource: str, action: str) -> Visit:
    # For the note that every denial leaves.
    request.state.context = visit.context
    allow(visit.view.person.role, resource, action)
    return visit


def named(text: str) -> UserId:
    """Parse a user id from the wire. A malformed one is refused as an unknown user."""
    try:
        return UserId(UUID(text))
    except ValueError:
        raise unknown_person() from None


async def shown(people: PlatformPeople, user_id: UserId) -> PersonView:
    """The person as they are now."""
    person = await people.get(user_id)
    if person is None:
        raise unknown_person()
    return person
