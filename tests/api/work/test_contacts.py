"""Contacts over HTTP: written under signed statements, listed for those who can open them, thrown away."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from tests.api.work.asking import everybody, reason, signed_values
from tests.support.seen import seen, whole
from tests.support.workplace import ANN, House

ADA = {"v": 1, "kind": "individual", "name": {"full": "Ada Ambrose"}}
ACTIVE, ARCHIVED = signed_values(state="active"), signed_values(state="archived")


def contact(house: House, who: str = "ann", roles: list[UUID] | None = None) -> dict[str, Any]:
    """The body of a new contact."""
    id = uuid4()
    sealed = house.pens[who].sealed(id, roles or everybody(house), ACTIVE, ADA, kind="contact")
    return {"id": str(id), "sealed": sealed}


async def created(house: House, who: str = "ann", **options: Any) -> dict[str, Any]:
    answer = await house.post(who, "/contact/create", contact(house, who, **options))
    assert answer.status_code == 201, answer.text
    await house.follow()
    return seen(answer)


def revised(house: House, item: dict[str, Any], roles: list[UUID] | None = None) -> dict[str, Any]:
    """The change that gives a contact another name."""
    body = ADA | {"name": {"full": "Ada Byron"}}
    attrs = signed_values(state=item["state"])
    pen, id = house.pens["ann"], UUID(item["id"])
    sealed = pen.sealed(id, roles or everybody(house), attrs, body, after=item, kind="contact")
    return {"id": item["id"], "version": item["version"], "sealed": sealed}


async def changed(house: House, who: str, path: str, body: Any) -> dict[str, Any]:
    answer = await house.post(who, path, body)
    assert answer.status_code == 200, answer.text
    await house.follow()
    return whole(answer)


async def listed(house: House, who: str, **query: Any) -> list[dict[str, Any]]:
    return (await changed(house, who, "/contact", query))["data"]


async def test_a_contact_is_read_by_those_it_is_for(house: House):
    item = await created(house)
    assert (item["state"], item["version"], item["createdBy"]) == ("active", 1, str(ANN))
    (row,) = await listed(house, "ben")
    assert house.pens["ben"].open_document(row, house.role("member"), kind="contact") == ADA
    assert await listed(house, "cid") == []
    owners = await created(house, roles=[house.role("owner")])
    assert [row["id"] for row in await listed(house, "ben")] == [item["id"]]
    assert {row["id"] for row in await listed(house, "ann")} == {item["id"], owners["id"]}


async def test_the_same_again_is_no_second_contact(house: House):
    body = contact(house)
    assert (await house.post("ann", "/contact/create", body)).status_code == 201
    assert (await house.post("ann", "/contact/create", body)).status_code == 200
    other = contact(house) | {"id": body["id"]}
    assert reason(await house.post("ann", "/contact/create", other)) == (409, "item_exists")
    forged = body | {"sealed": body["sealed"] | {"ivB64u": "A" * 16}}
    assert (await house.post("ann", "/contact/create", forged)).status_code == 200, "its statement is known"


async def test_a_statement_about_a_document_makes_no_contact(house: House):
    id = uuid4()
    sealed = house.pens["ann"].sealed(id, everybody(house), ACTIVE, ADA)
    answer = await house.post("ann", "/contact/create", {"id": str(id), "sealed": sealed})
    assert reason(answer) == (400, "statement_invalid")


async def test_several_at_once_each_by_itself(house: House):
    good, bad = contact(house), contact(house)
    bad["sealed"]["attrs"] = {}
    answer = await changed(house, "ann", "/contact/create", {"items": [good, bad]})
    assert [item["id"] for item in answer["data"]] == [good["id"]]
    assert [(error["id"], error["details"]["reason"]) for error in answer["errors"]] == [(bad["id"], "attrs")]
    both = await house.post("ann", "/contact/create", {"items": [good], **contact(house)})
    assert reason(both) == (400, "form")
    nothing = await house.post("ann", "/contact/create", {})
    assert nothing.status_code == 400


async def test_a_new_content_is_written_on_the_version_that_was_read(house: House):
    item = await created(house)
    change = revised(house, item)
    after = (await changed(house, "ann", "/contact/update", change))["data"]
    assert (after["version"], after["contentRevision"]) == (2, 2)
    opened = house.pens["ben"].open_document(after, house.role("member"), kind="contact")
    assert opened["name"] == {"full": "Ada Byron"}
    stale = await house.post("ann", "/contact/update", change)
    assert reason(stale) == (409, "version_conflict")
    assert whole(stale)["details"]["current"]["version"] == 2
    del change["version"]
    assert reason(await house.post("ann", "/contact/update", change)) == (400, "version_required")


async def test_archived_and_back_under_statements_of_their_own(house: House):
    item = await created(house)
    archive = house.pens["ben"].attested(item, ARCHIVED, kind="contact")
    body = {"items": [{"id": item["id"], **archive}]}
    (archived,) = (await changed(house, "ben", "/contact/update", body))["data"]
    assert (archived["state"], len(archived["later"])) == ("archived", 1)
    twice = {"items": [{"id": item["id"], "state": "active", **archive}]}
    assert reason(await house.post("ben", "/contact/update", twice)) == (400, "form"), "said twice"
    assert [row["id"] for row in await listed(house, "ann", states=["archived"])] == [item["id"]]
    assert await listed(house, "ann", states=["active"]) == []


async def test_taken_from_a_role_it_is_gone_for_that_one(house: House):
    item = await created(house)
    (before,) = await listed(house, "ben")
    change = revised(house, item, roles=[house.role("owner"), house.role("admin")])
    await changed(house, "ann", "/contact/update", change)
    assert await listed(house, "ben") == []
    (news,) = (await changed(house, "ben", "/contact", {"since": before["seq"]}))["data"]
    ended = {name: change["sealed"][name] for name in ("statementB64u", "signatureB64u")}
    assert (news["id"], news["sealed"], news["later"]) == (item["id"], ended, []), ()
    assert news["word"].keys() == {"version", "seq", "storedAt"}
    assert (await house.call("ben", "GET", f"/contact/{item['id']}")).status_code == 404


async def test_wraps_travel_alone(house: House):
    item = await created(house, roles=[house.role("owner")])
    share = house.pens["ann"].share("contact", item, [house.role("member")])
    mixed = await house.post("ann", "/contact/update", {**revised(house, item), **share})
    assert reason(mixed) == (400, "statement")
    after = (await changed(house, "ann", "/contact/update", {"id": item["id"], **share}))["data"]
    assert str(house.role("member")) in after["audience"]
    (row,) = await listed(house, "ben")
    assert house.pens["ben"].open_document(row, house.role("member"), kind="contact") == ADA


async def test_in_the_order_asked_for_and_what_is_missing(house: House):
    first, second = await created(house), await created(house)
    stranger = str(uuid4())
    ids = [second["id"], stranger, first["id"]]
    found = await changed(house, "ben", "/contact/ids", {"ids": ids})
    assert [item["id"] for item in found["data"]] == [second["id"], first["id"]]
    assert found["missing"] == [stranger]


async def test_a_page_after_another_in_one_order(house: House):
    made = []
    for _ in range(5):
        house.pass_time(seconds=1)
        made.append((await created(house))["id"])
    query: dict[str, Any] = {"sort": [{"field": "createdAt", "dir": "desc"}], "limit": 2}
    seen: list[str] = []
    while True:
        page = await changed(house, "ann", "/contact", query)
        seen += [row["id"] for row in page["data"]]
        if page["page"]["nextCursor"] is None:
            break
        query["cursor"] = page["page"]["nextCursor"]
    assert seen == made[::-1]
    del query["limit"]
    other = await house.post("ann", "/contact", {**query, "states": ["archived"]})
    assert reason(other) == (400, "cursor")
    assert reason(await house.post("ann", "/contact", {"limit": 201})) == (400, "limit")


async def test_one_is_asked_for_by_its_id(house: House):
    item = await created(house)
    await changed(house, "ann", "/contact/update", revised(house, item))
    answer = await house.call("ben", "GET", f"/contact/{item['id']}")
    data = seen(answer)
    assert answer.headers["ETag"] == '"2"'
    assert data["contentRevision"] == 2
    assert (await house.call("ben", "GET", f"/contact/{uuid4()}")).status_code == 404


async def test_into_the_bin_and_out_of_it_and_out_of_it_for_ever(house: House):
    item = await created(house)
    moves = {"items": [{"id": item["id"], **house.pens["ben"].deletion(item, kind="contact")}]}
    (binned,) = (await changed(house, "ben", "/contact/delete", moves))["data"]
    assert binned["state"] == "deleted"
    assert await listed(house, "ann") == []
    assert [row["id"] for row in await listed(house, "ann", states=["deleted"])] == [item["id"]]
    back = house.pens["ann"].attested(binned, ACTIVE, kind="contact")
    restore = {"items": [{"id": item["id"], **back}], "restore": True}
    (restored,) = (await changed(house, "ann", "/contact/delete", restore))["data"]
    assert restored["state"] == "active"

    gone = house.pens["ann"].deletion(restored, kind="contact")
    path = f"/contact/{item['id']}"
    assert (await house.call("ann", "DELETE", path, gone)).status_code == 204
    assert (await house.call("ann", "DELETE", path, gone)).status_code == 204, "again changes nothing"
    purge = {"items": [{"id": item["id"]}], "purge": True}
    refused = await house.post("ben", "/contact/delete", purge)
    assert (refused.status_code, refused.json()["details"]["reason"]) == (403, "not_allowed")
    await changed(house, "ann", "/contact/delete", purge)
    assert await listed(house, "ann", states=["deleted"]) == []
    assert (await house.call("ann", "GET", path)).status_code == 404


async def test_a_deletion_is_signed(house: House):
    item, other = await created(house), await created(house)
    path = f"/contact/{item['id']}"
    assert (await house.call("ann", "DELETE", path, {})).status_code == 400
    foreign = house.pens["ann"].deletion(other, kind="contact")
    assert reason(await house.call("ann", "DELETE", path, foreign)) == (400, "statement_invalid")
    document = house.pens["ann"].deletion(item)
    assert reason(await house.call("ann", "DELETE", path, document)) == (400, "statement_invalid")
