"""Groups of profiles over HTTP: a tree in an order, whose removed parts say where to look instead."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from domain.ids import profile_type
from tests.api.work.asking import everybody, reason, signed_values
from tests.support.seen import seen, whole
from tests.support.workplace import House

GROUPS, PARTS = "/api/profile-groups", "/api/profile-sub-groups"
HOUSES, CARS = str(profile_type("property")), str(profile_type("vehicle"))
ABROAD = {"v": 1, "name": "Abroad"}


def sealed(house: House, id: str, kind: str, after: Any = None, **typed: str) -> dict[str, Any]:
    attrs = signed_values(**{name: UUID(value) for name, value in typed.items()})
    pen = house.pens["ann"]
    return pen.sealed(UUID(id), everybody(house), attrs, ABROAD, after=after, kind=kind)


async def added(house: House, path: str, kind: str, **typed: str) -> dict[str, Any]:
    id = str(uuid4())
    body = {"id": id, "sealed": sealed(house, id, kind, **typed)}
    assert (await house.post("ben", path, body)).status_code == 403
    answer = await house.post("ann", path, body)
    assert answer.status_code == 201, answer.text
    assert (await house.post("ann", path, body)).status_code == 200, "the same again"
    return seen(answer)


async def group(house: House, type_id: str = HOUSES) -> dict[str, Any]:
    return await added(house, GROUPS, "profile-group", typeId=type_id)


async def part(house: House, of: dict[str, Any]) -> dict[str, Any]:
    return await added(house, PARTS, "profile-sub-group", groupId=of["id"])


async def tree(house: House, who: str = "ben") -> dict[str, Any]:
    await house.follow()
    answer = await house.call(who, "GET", GROUPS)
    assert answer.status_code == 200, answer.text
    return whole(answer)


async def test_groups_and_their_parts_are_read_by_those_they_are_for(house: House):
    abroad, rented = await group(house), await group(house)
    first, second = await part(house, abroad), await part(house, abroad)
    page = await tree(house)
    read = {row["id"]: row for row in page["data"]}
    within = [(one["id"], one["groupId"]) for one in page["subGroups"]]
    assert within == [(first["id"], abroad["id"]), (second["id"], abroad["id"])]
    counted = {"word": rented["word"] | {"profileCount": 0}}
    assert read[rented["id"]] == rented | counted | {"profileCount": 0}
    pen = house.pens["ben"]
    assert pen.open_document(abroad, house.role("member"), kind="profile-group") == ABROAD
    assert (page["version"], (await tree(house, "cid"))["data"]) == (4, [])
    unknown = str(uuid4())
    lied = {"id": unknown, "sealed": sealed(house, unknown, "profile-group", typeId=str(uuid4()))}
    assert reason(await house.post("ann", GROUPS, lied)) == (400, "type")

    order = {"groupId": abroad["id"], "ids": [second["id"], first["id"]], "version": 4}
    ranked = await house.call("ann", "PATCH", f"{PARTS}/ordering", order)
    assert ranked.status_code == 200, ranked.text
    assert [one["id"] for one in seen(ranked)] == order["ids"]
    stale = await house.call("ann", "PATCH", f"{PARTS}/ordering", order)
    assert reason(stale) == (409, "version_conflict")
    short = {"groupId": abroad["id"], "ids": [second["id"]]}
    incomplete = await house.call("ann", "PATCH", f"{PARTS}/ordering", short)
    assert reason(incomplete) == (400, "incomplete_order")
    moved = await house.post("ann", f"{GROUPS}/{rented['id']}", {"beforeId": abroad["id"]})
    assert moved.status_code == 200, moved.text
    page = await tree(house)
    assert [row["id"] for row in page["data"]] == [rented["id"], abroad["id"]]
    assert [one["id"] for one in page["subGroups"]] == order["ids"]


async def test_a_new_content_is_written_on_the_version_that_was_read(house: House):
    abroad = await group(house)
    coast = await part(house, abroad)
    await house.follow()
    for path, kind, shown, typed in (
        (f"{GROUPS}/{abroad['id']}", "profile-group", abroad, {"typeId": HOUSES}),
        (f"{PARTS}/{coast['id']}", "profile-sub-group", coast, {"groupId": abroad["id"]}),
    ):
        method = "POST" if kind == "profile-group" else "PATCH"
        body = {"sealed": sealed(house, shown["id"], kind, shown, **typed)}
        assert reason(await house.call("ann", method, path, body)) == (400, "version_required")
        body["version"] = shown["version"]
        answer = await house.call("ann", method, path, body)
        assert answer.status_code == 200, answer.text
        assert seen(answer)["contentRevision"] == 2
        assert reason(await house.call("ann", method, path, body)) == (409, "version_conflict")


async def test_what_was_in_it_is_found_by_following(house: House):
    abroad, rented, cars = await group(house), await group(house), await group(house, CARS)
    coast, hills = await part(house, abroad), await part(house, abroad)
    pen = house.pens["ann"]
    plain = pen.deletion(abroad, kind="profile-group")
    path = f"{GROUPS}/{abroad['id']}"
    assert reason(await house.call("ann", "DELETE", path, plain)) == (400, "not_empty")

    def ends(kind: str, shown: dict[str, Any], **typed: str) -> dict[str, Any]:
        """Where things go, and the end of it: two statements that follow one another."""
        attrs = signed_values(**{name: UUID(value) for name, value in typed.items()})
        moved = pen.attested(shown, attrs, kind=kind)
        return {"moved": moved, **pen.deletion(shown | {"later": [*shown["later"], moved]}, kind=kind)}

    signs = ends("profile-sub-group", coast, groupId=abroad["id"], movedTo=hills["id"])
    early = pen.deletion(coast, kind="profile-sub-group")
    query = f"{PARTS}/{coast['id']}"
    wrong: dict[str, tuple[dict[str, Any], int]] = {
        "the end does not follow": (signs | early, 409),
        "another signature": (signs | {"signatureB64u": early["signatureB64u"]}, 400),
        "of a group": (ends("profile-group", coast, groupId=abroad["id"], movedTo=hills["id"]), 400),
        "no end": ({"moved": signs["moved"]}, 400),
        "a place and no name of it": (ends("profile-sub-group", coast, groupId=abroad["id"]), 400),
    }
    for word, (body, said) in wrong.items():
        answer = await house.call("ann", "DELETE", query, body)
        assert answer.status_code == said, (word, answer.text)
    for _ in range(2):
        assert (await house.call("ann", "DELETE", query, signs)).status_code == 204, "again changes nothing"

    def moves(target: dict[str, Any]) -> dict[str, Any]:
        return ends("profile-group", abroad, typeId=HOUSES, movedTo=target["id"])

    assert reason(await house.call("ann", "DELETE", path, moves(cars))) == (400, "tree")
    assert (await house.call("ann", "DELETE", path, moves(rented))).status_code == 204
    empty = pen.deletion(cars, kind="profile-group")
    assert (await house.call("ann", "DELETE", f"{GROUPS}/{cars['id']}", empty)).status_code == 204
    page = await tree(house)
    rows = {row["id"]: row for row in page["data"]}
    assert rows.keys() == {abroad["id"], rented["id"]}, "an empty one leaves nothing to follow"
    assert rows[abroad["id"]]["movedTo"] == rented["id"]
    assert len(rows[abroad["id"]]["later"]) == 2
    gone = next(one for one in page["subGroups"] if one["id"] == coast["id"])
    assert [one["statementB64u"] for one in gone["later"]] == [
        signs["moved"]["statementB64u"],
        signs["statementB64u"],
    ]
    assert {one["id"]: one["movedTo"] for one in page["subGroups"]} == {
        coast["id"]: hills["id"],
        hills["id"]: None,
    }
