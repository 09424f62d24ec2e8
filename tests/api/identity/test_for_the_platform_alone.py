"""Every command of the platform refuses by itself, without the check of the route before it."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from application.identity.refusals import NotLetIn
from application.ports import Context
from application.processes import forget_person, impersonate, platform_people
from domain.errors import NotAllowed, NotSignedIn, Refused
from domain.ids import SessionId, UserId
from domain.kernel import Actor
from tests.support.door import Door, an_address
from tests.support.generated import plainest
from tests.support.platform import an_admin

NOTHING: Any = None
# Reading the tables needs nothing of what carries the commands out.
COMMANDS = (
    *platform_people.routes(NOTHING, NOTHING, NOTHING),
    *impersonate.routes(NOTHING, NOTHING, NOTHING),
    forget_person.RemovePerson,
)


async def refused(door: Door, command: type, actor: Actor) -> Refused:
    """What the command is refused with. Nothing comes into the log."""
    ((before,),) = await door.rows("select count(*) from es.event")
    request_id = uuid4()
    with pytest.raises(Refused) as refusal:
        await door.base.commands.run(plainest(command), Context(actor, door.clock(), request_id, request_id))
    assert await door.rows("select count(*) from es.event") == [(before,)]
    return refusal.value


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
async def test_it_is_refused_to_everybody_else(door: Door, command: type) -> None:
    user_id = UserId(UUID((await door.browser().registered(an_address()))["id"]))
    session_id = SessionId(uuid4())
    assert isinstance(await refused(door, command, Actor("user", user_id, session_id=session_id)), NotAllowed)
    assert isinstance(await refused(door, command, Actor("user")), NotSignedIn)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
async def test_it_is_refused_to_whoever_impersonates_an_administrator(door: Door, command: type) -> None:
    """Who is looked at may be given the role meanwhile."""
    chief, ada = [UserId(UUID((await (await an_admin(door)).session())["user"]["id"])) for _ in range(2)]
    looking = Actor("support", ada, session_id=SessionId(uuid4()), impersonator_id=chief)
    refusal = await refused(door, command, looking)
    assert isinstance(refusal, NotLetIn)
    assert refusal.why == "impersonated"
