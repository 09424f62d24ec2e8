"""Topics over HTTP: a tree that is written one by one, or many at once and all or nothing."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from tests.api.work.asking import everybody, reason, signed_values
from tests.support.seen import seen, whole
from tests.support.workplace import House

PATH = "/api/topics"
MANY = f"{PATH}/create-update-delete"
TAX = {"v": 1, "name": "Tax"}


def a_topic(house: House, parent: Any = None, roles: Any = None) -> dict[str, Any]:
    id = uuid4()
    attrs = signed_values(parentId=UUID(parent) if parent else None)
    sealed = house.pens["ann"].sealed(id, roles or everybody(house), attrs, TAX, kind="topic")
    return {"id": str(id), "sealed": sealed}


async def added(house: House, parent: Any = None, roles: Any = None) -> dict[str, Any]:
    answer = await house.post("ann", PATH, a_topic(house, parent, roles))
    assert answer.status_code == 201, answer.text
    await house.follow()
    return seen(answer)


def under(house: House, topic: dict[str, Any], parent: str | None) -> dict[str, Any]:
    """What moves a topic elsewhere, signed by a statement of its own."""
    attrs = signed_values(parentId=UUID(parent) if parent else None)
    return house.pens["ann"].attested(topic, attrs, kind="topic")


async def tree(house: House, who: str = "ann") -> tuple[int, list[tuple[str, str | None]]]:
    await house.follow()
    answer = await house.call(who, "GET", PATH)
    assert answer.status_code == 200, answer.text
    page = whole(answer)
    return page["version"], [(row["id"], row["parentId"]) for row in page["data"]]


async def test_a_topic_stands_under_another_and_that_is_signed(house: House):
    tax = await added(house)
    income = await added(house, tax["id"])
    version, found = await tree(house, "ben")
    assert (version, dict(found)) == (2, {tax["id"]: None, income["id"]: tax["id"]})
    rows = seen(await house.call("ben", "GET", PATH))
    row = next(row for row in rows if row["id"] == income["id"])
    assert row == income, "what is read is what was answered"
    assert house.pens["ben"].open_document(row, house.role("member"), kind="topic") == TAX
    assert (await house.post("ben", PATH, a_topic(house))).status_code == 403

    path = f"{PATH}/{income['id']}"
    body = under(house, income, None) | {"beforeId": tax["id"]}
    moved = await house.call("ann", "PUT", path, body)
    assert moved.status_code == 200, moved.text
    assert (seen(moved)["parentId"], len(seen(moved)["later"])) == (None, 1)
    assert await tree(house) == (3, [(income["id"], None), (tax["id"], None)])
    circle = under(house, tax, tax["id"])
    assert reason(await house.call("ann", "PUT", f"{PATH}/{tax['id']}", circle)) == (400, "cycle")


async def test_who_only_reads_a_topic_lets_nobody_new_in(house: House):
    """Further wraps for those who read it already let nobody in, and need no more than reading it."""
    tax = await added(house, roles=[house.role(key) for key in ("owner", "member")])
    pen = house.pens["ben"]
    pen.keys |= house.pens["ann"].keys
    path = f"{PATH}/{tax['id']}"
    wider = await house.call("ben", "PUT", path, pen.share("topic", tax, [house.role("admin")]))
    assert wider.status_code == 403
    again = await house.call("ben", "PUT", path, pen.share("topic", tax, [house.role("member")]))
    assert again.status_code == 200, again.text
    await house.follow()
    (row,) = seen(await house.call("ann", "GET", PATH))
    share = house.pens["ann"].share("topic", row, [house.role("admin")])
    admin = await house.call("ann", "PUT", path, share)
    assert admin.status_code == 200, admin.text


async def test_a_removed_topic_is_not_there(house: House):
    tax = await added(house)
    income = await added(house, tax["id"], roles=[house.role("owner")])
    pen = house.pens["ann"]
    path = f"{PATH}/{tax['id']}"
    gone = pen.deletion(tax, kind="topic")
    assert reason(await house.call("ann", "DELETE", path, gone)) == (400, "not_empty")
    assert reason(await house.call("ann", "DELETE", path, {})) == (400, "form")
    inner = f"{PATH}/{income['id']}"
    assert reason(await house.call("ann", "DELETE", inner, gone)) == (400, "statement_invalid")
    assert (await house.call("ben", "PUT", inner, {"rank": "V"})).status_code == 404
    assert (await house.call("ann", "DELETE", inner, pen.deletion(income, kind="topic"))).status_code == 204
    for _ in range(2):
        assert (await house.call("ann", "DELETE", path, gone)).status_code == 204, "again changes nothing"
    assert await tree(house) == (4, [])


async def test_many_at_once_and_all_or_nothing(house: House):
    tax, old = await added(house), await added(house)
    version, _ = await tree(house)
    income = a_topic(house, tax["id"])
    wages = a_topic(house, income["id"])
    named = house.pens["ann"].sealed(
        UUID(tax["id"]), everybody(house), {}, TAX | {"name": "Taxes"}, after=tax, kind="topic"
    )
    body: dict[str, Any] = {
        "version": version,
        "create": [income, wages],
        "update": [{"id": tax["id"], "version": tax["version"], "sealed": named}],
        "delete": [{"id": old["id"], **house.pens["ann"].deletion(old, kind="topic")}],
    }
    too_deep = body | {"create": [income, wages, a_topic(house, wages["id"])]}
    assert reason(await house.post("ann", MANY, too_deep)) == (400, "depth")
    assert await tree(house) == (version, [(tax["id"], None), (old["id"], None)])
    assert (await house.post("ben", MANY, body)).status_code == 403

    answer = await house.post("ann", MANY, body)
    assert answer.status_code == 200, answer.text
    shown = seen(answer)
    assert {row["id"] for row in shown} == {tax["id"], income["id"], wages["id"]}
    assert answer.headers["ETag"] == f'"{version + 4}"'
    await house.follow()
    page = whole(await house.call("ann", "GET", PATH))
    unplaced = {"seq": 0, "word": None}
    assert {row["id"]: row | unplaced for row in page["data"]} == {row["id"]: row | unplaced for row in shown}
    assert max(row["seq"] for row in page["data"]) <= int(answer.headers["X-Position"])
    assert page["version"] == version + 4

    stale = await house.post("ann", MANY, body)
    assert reason(stale) == (409, "version_conflict")
    assert len(whole(stale)["details"]["current"]) == 3
