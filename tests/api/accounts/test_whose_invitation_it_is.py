"""Who may end an invitation or accept one: those above it, or the person whose proven address it names."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from application.ports import Context
from application.processes.cancel_invitations import Decline
from application.processes.join import Join
from application.processes.subscribe import OpenFurther, Subscribe
from domain.errors import NotFound, Refused
from domain.ids import AccountId, InvitationId, UserId
from domain.kernel import Actor
from tests.api.accounts.test_members_and_settings import confirm
from tests.support.door import PASSWORD, an_address
from tests.support.house import House, Person
from tests.support.platform import done, give_role


async def states(person: Person) -> list[str]:
    await person.house.follow()
    return [invitation["word"]["state"] for invitation in await person.data("GET", "/api/invitations")]


def asking(house: House, user_id: str) -> Context:
    """A request of this person, past everything that stands before the command."""
    actor = Actor("user", UserId(UUID(user_id)))
    return Context(actor, house.clock(), uuid4(), uuid4())


async def test_only_an_owner_takes_back_the_invitation_of_an_owner(house: House) -> None:
    ann, bob, heir = await house.person().arrived(), await house.person().arrived(), house.person()
    await ann.subscribed()
    await ann.admits(bob, "admin")
    await confirm(ann)
    invited = await ann.invites(heir, "owner")
    await house.follow()
    refused = (400, "failed_precondition", "privilege_ceiling")
    assert await bob.refusal("DELETE", f"/api/invitations/{invited['id']}", {}) == refused
    by_address = await bob.refusal("POST", "/api/auth/delete-invite-user", {"email": heir.email})
    assert by_address[:2] == (400, "PRIVILEGE_CEILING")
    assert sorted(await states(ann)) == ["accepted", "pending"]
    assert (await ann.call("DELETE", f"/api/invitations/{invited['id']}", {})).status_code == 204
    assert sorted(await states(ann)) == ["accepted", "cancelled"]


async def test_nobody_declines_what_names_another_address(house: House) -> None:
    """The list of links finds none for a stranger. The invitation itself refuses one, too."""
    ann, bob, eve = await house.person().arrived(), house.person(), await house.person().arrived()
    account = AccountId(UUID((await ann.subscribed())["id"]))
    invited = InvitationId(UUID((await ann.invites(bob))["id"]))
    await house.follow()
    ((address,),) = await house.rows("select email_index from read.users where id = %s", [await id_of(eve)])
    stranger = asking(house, await id_of(eve))
    for named in (invited, InvitationId(uuid4())):
        with pytest.raises(NotFound):
            await house.base.commands.run(Decline(account, named, address), stranger)
    assert await states(ann) == ["pending"]
    await bob.arrived()
    assert (await bob.call("DELETE", f"/api/invitations/{invited}", {})).status_code == 204
    assert await states(ann) == ["cancelled"]


async def id_of(person: Person) -> str:
    return (await person.session())["user"]["id"]


async def test_who_has_not_proven_the_address_neither_joins_nor_opens_an_account(house: House) -> None:
    """Whoever administers the platform may enter any address for a new person, also an invited one."""
    ann, ada, address = await house.person().arrived(), await house.person().arrived(), an_address()
    account = AccountId(UUID((await ann.subscribed())["id"]))
    body = {"email": address, "roleId": await ann.role("member")}
    await ann.data("POST", "/api/invitations", body, status=201)
    await give_role(house, ada.email)
    made = await done(ada, "create-user", email=address, name="Bob", password="quiet-river-81-spoon")
    await house.follow()
    gone = await house.person().arrived()
    deleted = await id_of(gone)
    assert (await gone.post("/delete-user", {"password": PASSWORD})).status_code == 200
    commands: list[Any] = [
        Join(account),
        OpenFurther(account_id=AccountId(uuid4()), display_name="Kestrel"),
        Subscribe(plan_id="family", display_name="Kestrel", new_account_id=AccountId(uuid4())),
    ]
    for command in commands:
        for person in (made["user"]["id"], deleted, str(uuid4())):
            with pytest.raises(Refused) as refusal:
                await house.base.commands.run(command, asking(house, person))
            assert refusal.value.reason == "email_unverified"
    assert await states(ann) == ["pending"]
    assert len(await ann.data("GET", "/users")) == 1
