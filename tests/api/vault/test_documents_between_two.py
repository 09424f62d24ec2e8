"""Two people share sealed documents and files; the server's rows hold none of their words."""

from __future__ import annotations

import secrets

import pytest

from client.api import Refused
from client.cabinet import Cabinet
from client.crypto.errors import DataLoss, NotFound
from tests.api.vault.conftest import Household

TITLE = "Passport of A. Hawthorne, kept in the blue box"


async def test_a_colleague_reads_what_the_owner_filed(household: Household) -> None:
    owner = await household.owner()
    papers = Cabinet(owner)
    content = secrets.token_bytes(9_500_000)
    file_id = await papers.upload("passport.pdf", "application/pdf", content)
    document_id = await papers.write({"v": 1, "title": TITLE}, file_id)
    await household.house.follow()
    guest = await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    await household.house.follow()
    theirs = Cabinet(guest)
    (seen,) = await theirs.documents()
    assert (seen.id, seen.document["title"], seen.file_ids) == (document_id, TITLE, (file_id,))
    found = await theirs.download(file_id)
    assert found.content == content
    assert found.manifest["name"] == "passport.pdf"


async def test_a_member_writes_for_roles_it_does_not_hold(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    await household.house.follow()
    theirs = Cabinet(guest)
    file_id = await theirs.upload("photo.jpg", "image/jpeg", b"")
    document_id = await theirs.write({"v": 1, "title": "A photo"}, file_id)
    await household.house.follow()
    modes = {wrap["mode"] for wrap in (await theirs.documents())[0].item["sealed"]["wraps"]}
    assert modes == {"wrap", "seal"}
    (seen,) = await Cabinet(owner).documents()
    assert seen.id == document_id
    assert (await Cabinet(owner).download(file_id)).content == b""


async def test_a_swapped_payload_is_noticed_by_the_reader(household: Household) -> None:
    owner = await household.owner()
    papers = Cabinet(owner)
    await papers.write({"v": 1, "title": "One"})
    await papers.write({"v": 1, "title": "Two"})
    await household.house.follow()
    one, two = await papers.documents()
    for member in (
        "dataB64u",
        "ivB64u",
        "saltB64u",
        "wraps",
        "attrsSaltB64u",
        "statementB64u",
        "signatureB64u",
    ):
        swapped = {**one.item, "sealed": {**one.item["sealed"], member: two.item["sealed"][member]}}
        with pytest.raises((DataLoss, NotFound)):
            await papers.open(swapped)
    state = {**one.item["sealed"]["attrs"], "state": "ZHJhZnQ"}
    with pytest.raises(DataLoss):
        await papers.open({**one.item, "sealed": {**one.item["sealed"], "attrs": state}})


async def test_who_was_removed_reads_nothing_new_and_writes_go_on(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    papers = Cabinet(owner)
    await papers.write({"v": 1, "title": "Before"})
    await household.confirmed(owner)
    await owner.remove(guest.user_id)
    await papers.write({"v": 1, "title": "After"})
    await household.house.follow()
    titles = {seen.document["title"] for seen in await papers.documents()}
    assert titles == {"Before", "After"}
    with pytest.raises(Refused):
        await Cabinet(guest).documents()


async def test_a_write_under_an_ended_generation_is_refused(household: Household) -> None:
    owner = await household.owner()
    papers = Cabinet(owner)
    await household.confirmed(owner)
    stale = owner.log.known.roles[owner.built_in("member")].newest
    await owner.roles.roll(owner.built_in("member"), "compromise")
    known = owner.log.known.roles[owner.built_in("member")]
    newest = known.generations.pop()
    assert known.newest == stale
    owner.ledger.sync = _nothing  # type: ignore[method-assign]
    with pytest.raises(Refused) as refusal:
        await papers.write({"v": 1, "title": "Too late"})
    assert (refusal.value.status, refusal.value.reason) == (409, "stale_generation")
    known.generations.append(newest)


async def _nothing() -> None:
    """A client that was kept from the news."""
