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


async def chain(house: House, kind: str, id: str) -> list[dict[str, str]]:
    """All statements about it, as those who may read it get them."""
    await house.follow()
    asked = {"objects": [{"kind": kind, "id": id, "after": 0}]}
    answer = await house.post("ann", "/api/auth/keys/chain", asked)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"][0]["statements"]


def signed_end(house: House, shown: dict[str, Any], moved_to: str | None, **typed: Any) -> dict[str, Any]:
    """Where its tasks go, and the end of it: two statements that follow one another."""
    pen = house.pens["ann"]
    attrs = signed_values(**typed, **({} if moved_to is None else {"movedTo": UUID(moved_to)}))
    moved = pen.attested(shown, attrs, kind="status")
    return {"moved": moved, **pen.deletion(with_later(shown, moved), kind="status")}


def with_later(shown: dict[str, Any], signed: dict[str, Any]) -> dict[str, Any]:
    """What is read once this statement about it stands."""
    statement = {name: signed[name] for name in ("statementB64u", "signatureB64u")}
    return shown | {"later": [*shown["later"], statement]}


def as_default(house: House, shown: dict[str, Any], former: str, **typed: Any) -> dict[str, Any]:
    """It is the default, and with it that a built-in one, which nobody has changed yet, is none any more."""
    signs = house.pens["ann"].attested(shown, signed_values(**typed, default=True), kind="status")
    also = {"id": former, "version": 0, "sealed": content(house, former, **typed)}
    return {"version": shown["version"], **signs, "also": also}


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


COMPLETED = {"category": "done", "outcome": "completed"}


async def test_one_default_takes_the_place_of_another_and_both_are_signed(house: House):
    paid = await added(house, **COMPLETED)
    done = built_in(house, "done")
    paid = await put(house, paid["id"], **as_default(house, paid, done, **COMPLETED))
    assert (paid["default"], len(paid["later"])) == (True, 1)
    former = await status(house, done)
    assert ("default" in former["sealed"]["attrs"], former["contentRevision"]) == (False, 1)
    assert await status(house, paid["id"]) == paid
    # Both are signed by now: the default goes back by attributes alone.
    pen, by = house.pens["ann"], signed_values(**COMPLETED)
    also = {"id": paid["id"], **pen.attested(paid, by, kind="status")}
    signs = pen.attested(former, by | signed_values(default=True), kind="status")
    back = await put(house, done, version=former["version"], **signs, also=also)
    assert back["default"]
    paid = await status(house, paid["id"])
    assert ("default" in paid["sealed"]["attrs"], len(paid["later"])) == (False, 2)


async def test_what_is_signed_of_the_former_default_is_checked_like_any_other_write(house: House):
    paid = await added(house, **COMPLETED)
    path, done = f"{PATH}/{paid['id']}", built_in(house, "done")
    right = as_default(house, paid, done, **COMPLETED)
    also, pen = right["also"], house.pens["ann"]
    kind_of_another = pen.sealed(UUID(done), everybody(house), signed_values(**COMPLETED), BANK, kind="topic")
    todo = built_in(house, "todo")
    wrong: dict[str, tuple[dict[str, Any], tuple[int, str]]] = {
        "no former": ({name: right[name] for name in right if name != "also"}, (400, "default")),
        "a stale version": (right | {"also": also | {"version": 9}}, (409, "version_conflict")),
        "no version": (
            right | {"also": {name: also[name] for name in ("id", "sealed")}},
            (400, "version_required"),
        ),
        "that it still is": (
            right | {"also": also | {"sealed": content(house, done, **COMPLETED, default=True)}},
            (400, "default"),
        ),
        "another kind": (right | {"also": also | {"sealed": kind_of_another}}, (400, "statement_invalid")),
        "another one": (
            right | {"also": also | {"id": todo, "sealed": content(house, todo, category="open")}},
            (400, "default"),
        ),
        "an unknown one": (right | {"also": also | {"id": str(uuid4())}}, (404, "not_found")),
        "another's signature": (
            right | {"also": also | {"sealed": also["sealed"] | {"signatureB64u": right["signatureB64u"]}}},
            (400, "statement_invalid"),
        ),
        "wraps": (
            right | {"also": also | {"wraps": also["sealed"]["wraps"]}},
            (400, "statement"),
        ),
        "beside a place alone": ({"rank": "V", "also": also}, (400, "default")),
    }
    for word, (body, said) in wrong.items():
        assert reason(await house.call("ann", "PUT", path, body)) == said, word
    assert (await status(house, done))["version"] == 0
    assert not (await status(house, paid["id"]))["default"]
    await put(house, paid["id"], **right)


async def test_what_is_new_is_made_the_default_afterwards(house: House):
    refused = await house.post("ann", PATH, a_status(house, **COMPLETED, default=True))
    assert reason(refused) == (400, "default")


async def test_a_removed_status_says_where_its_tasks_are_and_that_it_is_deleted(house: House):
    bank = await added(house, category="active")
    path, waiting = f"{PATH}/{bank['id']}", built_in(house, "waiting")

    def ends(moved_to: str | None) -> dict[str, Any]:
        return signed_end(house, bank, moved_to, category="active")

    signs = ends(waiting)
    assert reason(await house.call("ann", "DELETE", path, ends(None))) == (400, "move_to_required")
    assert reason(await house.call("ann", "DELETE", path, ends(built_in(house, "todo")))) == (400, "category")
    assert (await house.call("ben", "DELETE", path, signs)).status_code == 403
    for _ in range(2):
        answer = await house.call("ann", "DELETE", path, signs)
        assert answer.status_code == 204, "again changes nothing"
    row = await status(house, bank["id"])
    assert row["movedTo"] == waiting
    signed = [one["statementB64u"] for one in row["later"]]
    assert signed == [signs["moved"]["statementB64u"], signs["statementB64u"]]
    assert bank["id"] not in await standing(house)
    assert signed == [one["statementB64u"] for one in (await chain(house, "status", bank["id"]))[1:]]


async def test_a_built_in_one_gets_its_first_content_before_it_is_removed(house: House):
    waiting, going = built_in(house, "waiting"), built_in(house, "inProgress")
    first = content(house, waiting, category="active")
    ends = signed_end(house, {"id": waiting, "sealed": first, "later": []}, going, category="active")
    path = f"{PATH}/{waiting}"
    assert reason(await house.call("ann", "DELETE", path, ends)) == (400, "statement")
    another = ends | {"put": {"id": going, "sealed": first}}
    assert reason(await house.call("ann", "DELETE", path, another)) == (400, "form")
    ends["put"] = {"id": waiting, "sealed": first}
    assert (await house.call("ann", "DELETE", path, ends)).status_code == 204
    row = await status(house, waiting)
    assert (row["movedTo"], len(row["later"])) == (going, 2)
    last = signed_end(house, {"id": going, "sealed": first, "later": []}, waiting, category="active")
    answer = await house.call("ann", "DELETE", f"{PATH}/{going}", last)
    assert reason(answer) == (400, "last_in_category")


async def test_the_statements_of_an_end_follow_one_another(house: House):
    """Each fault alone is refused, whatever the other statements say."""
    bank, other = await added(house, category="active"), await added(house, category="active")
    path, to = f"{PATH}/{bank['id']}", built_in(house, "waiting")
    right, pen = signed_end(house, bank, to, category="active"), house.pens["ann"]
    early = pen.deletion(bank, kind="status")
    elsewhere = signed_end(house, other, to, category="active")
    for_other = signed_end(house, bank, other["id"], category="active")
    wrong: dict[str, tuple[dict[str, Any], int]] = {
        "the end does not follow": (right | early, 409),
        "the end of another one": (right | {name: elsewhere[name] for name in early}, 400),
        "another signature": (right | {"signatureB64u": early["signatureB64u"]}, 400),
        "another kind": (right | pen.deletion(with_later(bank, right["moved"]), kind="topic"), 400),
        "the place is signed of another one": (right | {"moved": elsewhere["moved"]}, 400),
        "attributes that nobody signed": (
            right | {"moved": right["moved"] | {"attrs": for_other["moved"]["attrs"]}},
            400,
        ),
        "no place": ({name: right[name] for name in early}, 400),
        "no end": ({"moved": right["moved"]}, 400),
    }
    for word, (body, said) in wrong.items():
        answer = await house.call("ann", "DELETE", path, body)
        assert answer.status_code == said, (word, answer.text)
    assert await status(house, bank["id"]) == bank
    assert (await house.call("ann", "DELETE", path, right)).status_code == 204


async def test_a_default_is_not_removed(house: House):
    await added(house, category="open")
    todo = built_in(house, "todo")
    first = content(house, todo, category="open", default=True)
    to = (await added(house, category="open"))["id"]
    ends = signed_end(house, {"id": todo, "sealed": first, "later": []}, to, category="open", default=True)
    ends["put"] = {"id": todo, "sealed": first}
    assert reason(await house.call("ann", "DELETE", f"{PATH}/{todo}", ends)) == (400, "default")


async def test_what_is_read_is_what_was_decided(house: House):
    await added(house, category="open")
    await put(house, built_in(house, "cancelled"), beforeId=built_in(house, "todo"))
    state, version = await house.store.load(STATUS_BOARD, house.account, house.account)
    assert state is not None
    page = await board(house)
    assert page["version"] == version == state.version
    told = {row["id"]: (row["rank"], row["version"]) for row in page["data"]}
    assert told == {str(one.id): (one.rank, one.version) for one in state.statuses.values()}
