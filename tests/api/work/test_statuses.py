"""Statuses over HTTP: there from the opening, named and ordered by people, removed in favour of others."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from domain.ids import built_in_status
from domain.work.statuses import STATUS_BOARD
from tests.api.work.asking import everybody, reason, signed_values
from tests.support.seen import seen, whole
from tests.support.workplace import House

PATH = "/api/statuses"
BANK = {"v": 1, "name": "Waiting on the bank"}


def built_in(house: House, key: str) -> str:
    return str(built_in_status(house.account, key))


async def board(house: House, who: str = "ann") -> dict[str, Any]:
    await house.follow()
    answer = await house.call(who, "GET", PATH)
    assert answer.status_code == 200, answer.text
    return whole(answer)


async def standing(house: House, who: str = "ann") -> list[str]:
    return [row["id"] for row in (await board(house, who))["data"] if row.get("movedTo") is None]


async def status(house: House, id: str) -> dict[str, Any]:
    (row,) = [row for row in (await board(house))["data"] if row["id"] == id]
    return row


def content(house: House, id: str, after: Any = None, roles: Any = None, **typed: Any) -> dict[str, Any]:
    pen, attrs = house.pens["ann"], signed_values(**typed)
    return pen.sealed(UUID(id), roles or everybody(house), attrs, BANK, after=after, kind="status")


def a_status(house: House, roles: Any = None, **typed: Any) -> dict[str, Any]:
    id = str(uuid4())
    return {"id": id, "sealed": content(house, id, roles=roles, **typed)}


async def added(house: House, roles: Any = None, **typed: Any) -> dict[str, Any]:
    answer = await house.post("ann", PATH, a_status(house, roles, **typed))
    assert answer.status_code == 201, answer.text
    return seen(answer)


async def put(house: House, id: str, who: str = "ann", **body: Any) -> dict[str, Any]:
    answer = await house.call(who, "PUT", f"{PATH}/{id}", body)
    assert answer.status_code == 200, answer.text
    return seen(answer)


async def test_an_account_has_statuses_before_anybody_has_written_one(house: House):
    page = await board(house, "ben")
    keys = ("todo", "inProgress", "waiting", "done", "cancelled")
    assert [row["id"] for row in page["data"]] == [built_in(house, key) for key in keys]
    assert {(row["version"], "sealed" in row) for row in page["data"]} == {(0, False)}
    assert (page["version"], page["page"]["nextCursor"]) == (0, None)
    assert (await house.call("auditor", "GET", PATH)).status_code == 403


async def test_a_status_is_written_under_its_own_statement(house: House):
    body = a_status(house, category="active") | {"afterId": built_in(house, "todo")}
    refused = await house.post("ben", PATH, body)
    assert (refused.status_code, reason(refused)[1]) == (403, "not_allowed")
    answer = await house.post("ann", PATH, body)
    assert (answer.status_code, answer.headers["ETag"]) == (201, '"2"')
    assert seen(answer)["seq"] == int(answer.headers["X-Position"])
    assert (await house.post("ann", PATH, body)).status_code == 200
    assert (await standing(house))[:2] == [built_in(house, "todo"), body["id"]]
    row = await status(house, body["id"])
    assert row == seen(answer), "what is read is what was answered"
    assert house.pens["ben"].open_document(row, house.role("member"), kind="status") == BANK

    id = uuid4()
    attrs = signed_values(category="active")
    foreign = house.pens["ann"].sealed(id, everybody(house), attrs, BANK, kind="topic")
    body = {"id": str(id), "sealed": foreign}
    assert reason(await house.post("ann", PATH, body)) == (400, "statement_invalid")


async def test_a_built_in_one_is_named_on_the_version_that_was_read(house: House):
    waiting = built_in(house, "waiting")
    sealed = content(house, waiting, category="active")
    unread = await house.call("ann", "PUT", f"{PATH}/{waiting}", {"sealed": sealed})
    assert reason(unread) == (400, "version_required")
    named = await put(house, waiting, sealed=sealed, version=0)
    assert (named["version"], named["contentRevision"]) == (2, 1)
    stale = await house.call("ann", "PUT", f"{PATH}/{waiting}", {"sealed": sealed, "version": 0})
    assert reason(stale) == (409, "version_conflict")
    assert whole(stale)["details"]["current"]["version"] == 2
    assert await status(house, waiting) == named

    again = content(house, waiting, after=named, roles=[house.role("owner")], category="active")
    taken = await put(house, waiting, sealed=again, version=2)
    assert waiting not in await standing(house, "ben")
    share = house.pens["ann"].share("status", taken, [house.role("member")])
    await put(house, waiting, **share)
    assert waiting in await standing(house, "ben")


async def test_the_order_is_made_where_it_is_kept(house: House):
    todo, done = built_in(house, "todo"), built_in(house, "done")
    await put(house, done, beforeId=todo)
    assert (await standing(house, "ben"))[:2] == [done, todo]
    lost = await house.call("ann", "PUT", f"{PATH}/{done}", {"afterId": str(uuid4())})
    assert reason(lost) == (400, "place")
    assert (await house.call("ben", "PUT", f"{PATH}/{done}", {"rank": "V"})).status_code == 403
    elsewhere = await house.call("cid", "PUT", f"{PATH}/{done}", {"rank": "V"})
    assert elsewhere.status_code == 404


async def test_one_default_takes_the_place_of_another(house: House):
    paid = await added(house, category="done", outcome="completed")
    signs = house.pens["ann"].attested(
        paid, signed_values(category="done", outcome="completed", default=True), kind="status"
    )
    paid = await put(house, paid["id"], version=paid["version"], **signs)
    assert (paid["default"], len(paid["later"])) == (True, 1)
    former = await status(house, built_in(house, "done"))
    assert former["version"] == paid["version"]
    assert await status(house, paid["id"]) == paid


async def test_a_removed_status_says_where_its_tasks_are(house: House):
    bank = await added(house, category="active")
    path, waiting = f"{PATH}/{bank['id']}", built_in(house, "waiting")

    def moves(**to: Any) -> dict[str, Any]:
        return house.pens["ann"].attested(bank, signed_values(category="active", **to), kind="status")

    signs = moves(movedTo=UUID(waiting))
    assert reason(await house.call("ann", "DELETE", path, moves())) == (400, "move_to_required")
    elsewhere = moves(movedTo=UUID(built_in(house, "todo")))
    assert reason(await house.call("ann", "DELETE", path, elsewhere)) == (400, "category")
    for _ in range(2):
        answer = await house.call("ann", "DELETE", path, signs)
        assert answer.status_code == 204, "again changes nothing"
    row = await status(house, bank["id"])
    assert (row["movedTo"], len(row["later"])) == (waiting, 1)
    assert bank["id"] not in await standing(house)

    first = content(house, waiting, category="active", movedTo=UUID(built_in(house, "inProgress")))
    assert (await house.call("ann", "DELETE", f"{PATH}/{waiting}", {"sealed": first})).status_code == 204
    last = f"{PATH}/{built_in(house, 'inProgress')}"
    assert reason(await house.call("ann", "DELETE", last, signs)) == (400, "last_in_category")
    forged = house.pens["ann"].attested(row, signed_values(category="open", default=True), kind="status")
    todo = f"{PATH}/{built_in(house, 'todo')}"
    assert (await house.call("ann", "DELETE", todo, forged)).status_code == 400


async def test_what_is_read_is_what_was_decided(house: House):
    await added(house, category="open", default=True)
    await put(house, built_in(house, "cancelled"), beforeId=built_in(house, "todo"))
    state, version = await house.store.load(STATUS_BOARD, house.account, house.account)
    assert state is not None
    page = await board(house)
    assert page["version"] == version == state.version
    told = {row["id"]: (row["rank"], row["version"]) for row in page["data"]}
    assert told == {str(one.id): (one.rank, one.version) for one in state.statuses.values()}
