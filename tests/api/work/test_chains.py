"""The chain of an object: for its readers, and for former readers up to what ended their access."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from application.vault.chains import READING
from domain.ids import personal_role
from domain.vault.statement_types import KINDS
from projections.vault.chains import AskedChain, chains_of
from tests.api.work.asking import TITLE, created, everybody, note, signed_values, update, with_file
from tests.support.seen import whole
from tests.support.workplace import ANN, CONTENT, House

PATH = "/api/auth/keys/chain"


def said(sealed: dict[str, Any]) -> dict[str, str]:
    return {name: sealed[name] for name in ("statementB64u", "signatureB64u")}


def about(id: UUID | str, after: int = 0, kind: str = "document") -> dict[str, Any]:
    return {"kind": kind, "id": str(id), "after": after}


async def chains(house: House, who: str, *objects: dict[str, Any]) -> list[list[dict[str, str]]]:
    answer = await house.post(who, PATH, {"objects": list(objects)})
    assert answer.status_code == 200, answer.text
    found = whole(answer)
    assert [(one["kind"], one["id"]) for one in found["data"]] == [
        (one["kind"], one["id"]) for one in objects
    ]
    assert found["more"] is False
    return [one["statements"] for one in found["data"]]


async def rewritten(house: House, item: dict[str, Any], roles: list[UUID]) -> dict[str, Any]:
    """The item with a new content for these roles, and its statement."""
    attrs = signed_values(state="active", noteOnly=True)
    sealed = house.pens["ann"].sealed(UUID(item["id"]), roles, attrs, TITLE, after=item)
    done = await update(house, "ann", {"id": item["id"], "version": item["version"], "sealed": sealed})
    assert done["errors"] == []
    return done["data"][0]


async def test_every_statement_is_served_in_its_order_and_kept_after_a_purge(house: House) -> None:
    item, pen = await created(house), house.pens["ann"]
    attested = pen.attested(item, signed_values(state="archived", noteOnly=True))
    changed = (await update(house, "ann", {"id": item["id"], **attested}))["data"][0]
    deletion = pen.deletion(changed)
    await house.post("ann", "/document/delete", {"items": [{"id": item["id"], **deletion}]})
    await house.follow()
    every = [said(item["sealed"]), said(attested), said(deletion)]
    assert await chains(house, "ben", about(item["id"])) == [every]
    assert await chains(house, "ben", about(item["id"], 2), about(item["id"], 3)) == [every[2:], []]
    purge = {"purge": True, "items": [{"id": item["id"]}]}
    purged = await house.post("ann", "/document/delete", purge)
    assert (purged.status_code, whole(purged)["errors"]) == (200, [])
    await house.follow()
    assert await chains(house, "ben", about(item["id"])) == [every]


async def test_who_could_read_it_once_gets_what_ended_that_and_nothing_after_it(house: House) -> None:
    item = await created(house)
    owners = [house.role("owner")]
    narrowed = await rewritten(house, item, owners)
    again = await rewritten(house, narrowed, owners)
    first, second, third = (said(one["sealed"]) for one in (item, narrowed, again))
    assert await chains(house, "ann", about(item["id"])) == [[first, second, third]]
    assert await chains(house, "ben", about(item["id"])) == [[first, second]]
    assert await chains(house, "ben", about(item["id"], 1), about(item["id"], 2)) == [[second], []]


async def test_who_comes_later_gets_the_whole_chain(house: House) -> None:
    owners = [house.role("owner")]
    item = await created(house, roles=owners)
    assert await chains(house, "ben", about(item["id"])) == [[]]
    share = house.pens["ann"].share("document", item, [house.role("member")])
    assert (await update(house, "ann", {"id": item["id"], **share}))["errors"] == []
    assert await chains(house, "ben", about(item["id"])) == [[said(item["sealed"]), said(share)]]


async def test_what_was_never_for_somebody_is_told_from_nothing_by_nobody(house: House) -> None:
    hidden = await created(house, roles=[house.role("owner")])
    private = note(house, roles=[personal_role(house.account, ANN)])
    assert (await house.post("ann", "/document/create", private)).status_code == 201
    await house.follow()
    shared = await created(house)
    asked = [about(id) for id in (hidden["id"], private["id"], uuid4())]
    assert await chains(house, "ben", *asked, about(shared["id"])) == [[], [], [], [said(shared["sealed"])]]
    # Neither to another account, nor under another kind.
    assert await chains(house, "cid", about(shared["id"])) == [[]]
    assert await chains(house, "ben", about(shared["id"], kind="contact")) == [[]]


async def test_a_kind_that_somebody_may_not_read_is_not_told(house: House) -> None:
    item = await created(house)
    house.actors["ben"] = replace(house.actors["ben"], may=CONTENT - {"document.read"})
    assert await chains(house, "ben", about(item["id"])) == [[]]


def test_every_kind_has_the_permission_to_read_it() -> None:
    assert READING.keys() == KINDS
    assert set(READING.values()) <= CONTENT


async def test_a_file_and_what_shares_it_stand_in_one_chain(house: House) -> None:
    _, file = await with_file(house)
    (chain,) = await chains(house, "ben", about(file.id, kind="file"))
    assert chain == [said(file.ending)]


async def test_a_page_ends_where_it_is_full_and_says_so(house: House) -> None:
    items = [await created(house) for _ in range(3)]
    again = await rewritten(house, items[0], everybody(house))
    asked = [AskedChain("document", UUID(one["id"]), 0) for one in items]
    reads = house.actors["ann"].reads
    whole = [[said(items[0]["sealed"]), said(again["sealed"])], *([said(i["sealed"])] for i in items[1:])]

    async def page(most: int, *objects: AskedChain) -> tuple[list[list[dict[str, str]]], bool]:
        found = await chains_of(house.reader, house.account, objects or asked, reads, most)
        return found.statements, found.more

    assert await page(4) == (whole, False)
    assert await page(3) == ([*whole[:2], []], True)
    assert await page(1) == ([whole[0][:1], [], []], True)
    rest = [asked[0]._replace(after=1), *asked[1:]]
    assert await page(4, *rest) == ([whole[0][1:], *whole[1:]], False)


@pytest.mark.parametrize(
    "body", [{"objects": []}, {"objects": [about(uuid4())] * 501}, {"objects": [{"kind": "document"}]}, {}]
)
async def test_so_many_objects_are_asked_for_at_once(house: House, body: dict[str, Any]) -> None:
    answer = await house.post("ann", PATH, body)
    assert answer.status_code == 400


async def test_nobody_without_an_account_asks(house: House) -> None:
    answer = await house.post("nobody", PATH, {"objects": [about(uuid4())]})
    assert answer.status_code == 401
