"""Lists in the form of rows: the same rows as in JSON for each reader, and never a wrap of another role."""

from __future__ import annotations

import json
import random
from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from api.http.given import Fresh
from api.http.work.plain_bodies import CONTACT_ROWS
from api.http.work.row_answers import RowAnswer
from client.contents import link_of
from client.crypto import base64url
from client.crypto.chains import Link
from client.crypto.errors import DataLoss
from domain.kernel import Actor
from projections.work import row_lists
from projections.work.item_lists import ItemFilter, Sort
from projections.work.plain_items import CONTACT_LIST
from tests.api.work import asking, test_contacts
from tests.api.work.asking import reason, signed_values
from tests.support.in_rows import (
    asked,
    check_hint,
    check_nothing_leaves,
    check_proof,
    check_row,
    read,
    readers,
    rows,
)
from tests.support.seen import facts
from tests.support.workplace import BEN, CONTENT, House

ALL = ["active", "archived", "deleted"]
ROLES = ("owner", "admin", "member")
PARTS = ("open", "all", "proof", "ids")
LISTS = {"contact": "/contact", "document": "/document"}
UPDATES = {"contact": "/contact/update", "document": "/documents/update"}
NEWEST = Sort("updatedAt", "desc")


class Lives:
    """Items of one kind that are written, shared, narrowed, archived, deleted and destroyed at random."""

    def __init__(self, house: House, kind: str, seed: int) -> None:
        self.house, self.kind, self.chance = house, kind, random.Random(seed)
        self.ids: list[UUID] = []
        self.done: dict[str, int] = {}

    @property
    def more(self) -> dict[str, Any]:
        return {"noteOnly": True} if self.kind == "document" else {}

    def roles(self) -> list[UUID]:
        """The owners, and some of the others."""
        keys = ("owner", *self.chance.sample(ROLES[1:], self.chance.randint(0, 2)))
        return sorted(self.house.role(key) for key in keys)

    def attrs(self, state: str = "active") -> dict[str, bytes]:
        return signed_values(state=state, **self.more)

    async def post(self, path: str, body: Any) -> None:
        answer = await self.house.post("ann", path, body)
        assert answer.status_code in (200, 201), answer.text
        assert not answer.json().get("errors"), answer.text

    async def begin(self) -> None:
        id = uuid4()
        sealed = self.house.pens["ann"].sealed(
            id, self.roles(), self.attrs(), {"v": 1, "title": "x"}, kind=self.kind
        )
        await self.post(f"/{self.kind}/create", {"id": str(id), "sealed": sealed})
        self.ids.append(id)

    async def step(self) -> None:
        """One thing that happens to one of them."""
        shown = await self.shown()
        able = {item["id"]: item for item in map(facts, shown) if item["state"] != "purged"}
        item = able[self.chance.choice(sorted(able))]
        deleted = item["state"] == "deleted"
        deeds = ["restore", "purge"] if deleted else ["begin", "revise", "state", "share", "delete"]
        deed = self.chance.choice(deeds)
        self.done[deed] = self.done.get(deed, 0) + 1
        pen, id = self.house.pens["ann"], item["id"]
        state = base64url.decode(item["sealed"]["attrs"]["state"]).decode()
        match deed:
            case "begin":
                await self.begin()
            case "revise":
                body = {"v": 1, "title": "y"}
                sealed = pen.sealed(
                    UUID(id), self.roles(), self.attrs(state), body, after=item, kind=self.kind
                )
                await self.update({"id": id, "version": item["version"], "sealed": sealed})
            case "state":
                other = self.attrs("active" if state == "archived" else "archived")
                await self.update({"id": id, **pen.attested(item, other, kind=self.kind)})
            case "share":
                missing = [role for role in self.every if str(role) not in item["audience"]]
                if missing:
                    await self.update({"id": id, **pen.share(self.kind, item, missing[:1])})
            case "delete":
                deletion = pen.deletion(item, kind=self.kind)
                await self.post(f"/{self.kind}/delete", {"items": [{"id": id, **deletion}]})
            case "restore":
                back = {"id": id, **pen.attested(item, self.attrs(state), kind=self.kind)}
                await self.post(f"/{self.kind}/delete", {"items": [back], "restore": True})
            case _:
                await self.post(f"/{self.kind}/delete", {"items": [{"id": id}], "purge": True})

    @property
    def every(self) -> list[UUID]:
        return sorted(self.house.role(key) for key in ROLES)

    async def update(self, change: dict[str, Any]) -> None:
        await self.post(UPDATES[self.kind], {"items": [change]})

    async def shown(self) -> list[dict[str, Any]]:
        await self.house.follow()
        answer = await self.house.post("ann", f"/{self.kind}/ids", {"ids": list(map(str, self.ids))})
        return answer.json()["data"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", LISTS)
async def test_both_forms_of_a_list_are_equal_for_every_reader(house: House, kind: str, seed: int) -> None:
    lives = Lives(house, kind, seed)
    for _ in range(6):
        await lives.begin()
    for _ in range(30):
        await lives.step()
    while not lives.done.keys() >= {"revise", "state", "share", "delete"}:
        await lives.step()
    whole = await lives.shown()
    path, ids = LISTS[kind], list(map(str, lives.ids))
    wraps_of_others = closed = 0
    for who, reads in readers(house).items():
        for route, query in (
            (path, {"states": ALL}),
            (path, {}),
            (path, {"since": 0}),
            (f"{path}/ids", {"ids": ids}),
        ):
            answer = await house.post(who, route, query)
            assert answer.status_code == 200, answer.text
            items = answer.json()["data"]
            closed += sum("dataB64u" not in item["sealed"] for item in items)
            for parts in PARTS:
                found = await rows(house, who, route, parts=parts, **query)
                assert [str(row.id) for row in found.rows] == [item["id"] for item in items], (who, query)
                for row, item in zip(found.rows, items, strict=True):
                    await check(house, who, parts, row, item, reads)
                wraps_of_others += check_nothing_leaves(found.raw, whole, reads)
                if "since" in query:
                    assert found.header.seq == answer.json()["sync"]["seq"]
    assert wraps_of_others > 100
    assert closed > 0


async def check(house: House, who: str, parts: str, row: Any, item: dict[str, Any], reads: Any) -> None:
    """One row beside one item; what proves it is held against the whole chain."""
    readable = await readable_by(house, who, item)
    match parts:
        case "ids":
            check_hint(row, item, facts(item)["revision"] if readable else 0)
        case "proof":
            check_proof(row.proof, item)
        case _:
            check_row(row, item, reads)
    if parts in ("proof", "all") and readable:
        assert list(row.proof.links) == await chain_of(house, who, item)


async def chain_of(house: House, who: str, item: dict[str, Any], after: int = 0) -> list[Link]:
    """What `keys/chain` says."""
    asks = {"objects": [{"kind": facts(item)["kind"], "id": item["id"], "after": after}]}
    answer = await house.post(who, "/api/auth/keys/chain", asks)
    (chain,) = answer.json()["data"]
    return [link_of(said) for said in chain["statements"]]


async def readable_by(house: House, who: str, item: dict[str, Any]) -> bool:
    """Whether one of the roles is in the audience now, as the read model has it."""
    found = await house.reader.all(
        "select audience from read.contacts where id = %(id)s union all "
        "select audience from read.documents where id = %(id)s",
        {"id": item["id"]},
        account_id=house.account,
    )
    return bool(set(found[0][0]) & set(house.actors[who].reads))


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6, 7])
async def test_pages_and_changes_give_each_row_once(house: House, limit: int) -> None:
    """Whatever order, wherever a page ends; a cursor of one form goes on in the other."""
    for _ in range(6):
        await test_contacts.created(house)
    whole: list[dict[str, Any]] = []
    for field, way in (("createdAt", "asc"), ("updatedAt", "desc"), ("createdAt", "desc")):
        sort = [{"field": field, "dir": way}]
        whole = (await house.post("ann", "/contact", {"sort": sort})).json()["data"]
        found: list[str] = []
        cursor: str | None = None
        for turn in range(20):
            query = {"sort": sort, "limit": limit} | ({"cursor": cursor} if cursor else {})
            if turn % 2:
                page = (await house.post("ann", "/contact", query)).json()
                ids, cursor = [item["id"] for item in page["data"]], page["page"]["nextCursor"]
            else:
                said = await rows(house, "ann", "/contact", **query)
                ids, cursor = [str(row.id) for row in said.rows], said.header.next_cursor
            assert len(ids) == min(limit, 6 - len(found))
            found += ids
            if cursor is None:
                break
        assert found == [item["id"] for item in whole]
    changes: list[str] = []
    since = 0
    for _ in range(20):
        said = await rows(house, "ann", "/contact", since=since, limit=limit)
        changes += [str(row.id) for row in said.rows]
        since = said.header.seq
        if len(said.rows) < limit:
            break
    assert changes == [item["id"] for item in sorted(whole, key=lambda item: item["word"]["seq"])]
    assert since == house.progress.position


async def test_a_page_has_2000_rows_at_most_and_as_many_in_json_as_before(house: House):
    assert reason(await asked(house, "ann", "/contact", limit=2001)) == (400, "form")
    assert reason(await asked(house, "ann", "/api/vendors", limit=2001)) == (400, "form")
    assert (await asked(house, "ann", "/contact", limit=2000)).status_code == 200
    assert (await asked(house, "ann", "/contact", limit=2000, since=0)).status_code == 200
    assert reason(await house.post("ann", "/contact", {"limit": 201})) == (400, "limit")
    assert reason(await house.post("ann", "/contact", {"limit": 1001, "since": 0})) == (400, "limit")
    assert (await house.post("ann", "/contact", {"limit": 1000, "since": 0})).status_code == 200


async def test_who_may_not_list_gets_no_rows(house: House):
    house.actors["ben"] = replace(house.actors["ben"], may=frozenset())
    for path in ("/contact", "/document", "/task/get", "/api/vendors", "/api/profiles", "/api/saved-filters"):
        answer = await asked(house, "ben", path)
        assert reason(answer) == (403, "not_allowed")
        assert answer.headers["Content-Type"] == "application/json"
    for path in ("/contact/ids", "/document/ids"):
        assert reason(await asked(house, "ben", path, ids=[])) == (403, "not_allowed")


async def test_what_does_not_go_together_is_refused(house: House):
    id = str(uuid4())
    assert reason(await house.post("ann", "/contact", {"parts": "open"})) == (400, "parts"), "of JSON"
    assert reason(await house.post("ann", "/contact/ids", {"ids": [id], "after": [0]})) == (400, "after")
    assert reason(await asked(house, "ann", "/contact", parts="some")) == (400, "form")
    assert reason(await asked(house, "ann", "/contact", since=0, ids=[id])) == (400, "since")
    assert reason(await asked(house, "ann", "/contact", cursor="AAAA")) == (400, "cursor")
    assert reason(await asked(house, "ann", "/task/get", include=["comments"])) == (400, "parts")
    for after in ([], [0, 0]):
        assert reason(await asked(house, "ann", "/contact/ids", ids=[id], after=after)) == (400, "after")


async def test_whoever_does_not_ask_for_rows_gets_json(house: House):
    await test_contacts.created(house)
    less = "application/vnd.coffer.rows;q=0.5, application/json"
    for accept in ("*/*", "application/json", "text/html", less):
        answer = await house.post("ann", "/contact", {}, Accept=accept)
        assert len(answer.json()["data"]) == 1
    more = "application/json;q=0.5, application/vnd.coffer.rows"
    answer = await house.post("ann", "/contact", {}, Accept=more)
    assert len((await read(answer.content, "open")).rows) == 1


async def test_a_proof_goes_on_from_what_is_known_and_holds_the_content(house: House):
    """Never less than the newest content and what follows it: its hashes are checked there."""
    item = await test_contacts.created(house)
    for _ in range(3):
        (shown,) = await test_contacts.listed(house, "ann")
        await test_contacts.changed(house, "ann", "/contact/update", test_contacts.revised(house, shown))
    (shown,) = await test_contacts.listed(house, "ann")
    archive = house.pens["ann"].attested(shown, test_contacts.ARCHIVED, kind="contact")
    await test_contacts.changed(house, "ann", "/contact/update", {"id": item["id"], **archive})
    (whole,) = (await house.post("ann", "/contact/ids", {"ids": [item["id"]]})).json()["data"]
    chain = await chain_of(house, "ann", whole)
    assert len(chain) == 5
    for known, first in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 4), (5, 4), (9, 4)):
        for parts in ("proof", "all"):
            query = {"ids": [item["id"]], "after": [known]}
            (row,) = (await rows(house, "ann", "/contact/ids", parts=parts, **query)).rows
            assert list(row.proof.links) == chain[first - 1 :], known


async def begun(house: House, who: str, parts: Any = "all") -> Any:
    """An answer up to its header: the rest is read when it is asked for."""
    actor, fresh = house.actors[who], Fresh(0, stale=False)
    answer = RowAnswer(CONTACT_LIST, CONTACT_ROWS, house.reader, house.account, actor.reads, fresh, parts)
    page = await answer.page_of(ItemFilter(), NEWEST, limit=10, after=None, cursor_at=str)
    stream: Any = page.iterator
    return stream, await anext(stream)


async def test_what_leaves_a_readers_sight_while_it_is_answered_is_left_out(house: House):
    item = await test_contacts.created(house)
    stays = await test_contacts.created(house)
    stream, header = await begun(house, "ben")
    change = test_contacts.revised(house, item, roles=[house.role("owner"), house.role("admin")])
    await test_contacts.changed(house, "ann", "/contact/update", change)
    rest = b"".join([chunk async for chunk in stream])
    assert [str(row.id) for row in (await read(header + rest, "all")).rows] == [stays["id"]]


async def test_whom_the_header_does_not_list_a_row_names_itself(house: House):
    """It was shared with a further role after the header was written."""
    owner, admin = house.role("owner"), house.role("admin")
    reads: frozenset[Any] = frozenset({owner})
    house.actors["dora"] = Actor("user", BEN, house.account, uuid4(), reads=reads, may=CONTENT)
    item = await test_contacts.created(house, roles=[owner])
    stream, header = await begun(house, "dora")
    share = house.pens["ann"].share("contact", item, [admin])
    await test_contacts.changed(house, "ann", "/contact/update", {"id": item["id"], **share})
    said = await read(header + b"".join([chunk async for chunk in stream]), "all")
    assert list(said.header.roles) == [owner]
    (shown,) = (await house.post("dora", "/contact/ids", {"ids": [item["id"]]})).json()["data"]
    check_row(said.rows[0], shown, reads)
    assert [role for wraps in said.rows[0].proof.wraps for role, _, _ in wraps] == [owner, admin]


async def test_no_connection_is_held_while_a_reader_takes_its_time(house: House):
    await test_contacts.created(house)
    stream, _ = await begun(house, "ann")
    await anext(stream)
    stats = house.reader._pool.get_stats()
    assert stats["pool_available"] == stats["pool_size"]
    assert [chunk async for chunk in stream] == [bytes(4)]


@pytest.mark.parametrize(("most_rows", "most_bytes"), [(1, 1 << 20), (2, 1 << 20), (256, 1)])
async def test_portions_change_nothing_in_an_answer(
    house: House, monkeypatch: pytest.MonkeyPatch, most_rows: int, most_bytes: int
) -> None:
    for _ in range(5):
        await test_contacts.created(house)
    for parts in PARTS:
        at_once = await rows(house, "ann", "/contact", parts=parts)
        with monkeypatch.context() as patched:
            patched.setattr(row_lists, "MOST_ROWS", most_rows)
            patched.setattr(row_lists, "MOST_BYTES", most_bytes)
            in_portions = await rows(house, "ann", "/contact", parts=parts)
        assert in_portions.rows == at_once.rows
        # As ids, each portion is a frame.
        assert (in_portions.raw == at_once.raw) == (parts != "ids")


async def test_an_answer_that_fails_midway_has_no_end(house: House, monkeypatch: pytest.MonkeyPatch):
    """Nobody takes it for a shorter list."""
    await test_contacts.created(house)

    async def fails(*_: Any) -> Any:
        raise OSError("the database is gone")

    stream, header = await begun(house, "ann")
    monkeypatch.setattr(row_lists.RowList, "contents", fails)
    with pytest.raises(OSError, match="gone"):
        await anext(stream)
    with pytest.raises(DataLoss, match="cut off"):
        await read(header, "all")


async def test_rows_that_are_behind_say_so_before_they_are_read(house: House):
    """In a header, as single items do, so that a caller asks again without taking them in."""
    await test_contacts.created(house)
    reads = house.actors["ann"].reads
    for stale in (True, False):
        answer = RowAnswer(
            CONTACT_LIST, CONTACT_ROWS, house.reader, house.account, reads, Fresh(7, stale), "open"
        )
        page = await answer.page_of(ItemFilter(), NEWEST, limit=10, after=None, cursor_at=str)
        assert page.headers.get("X-Stale") == ("true" if stale else None)
        header: Any = await anext(page.iterator)  # type: ignore[reportArgumentType]
        assert json.loads(header[8:])["sync"] == {"seq": 7} | ({"stale": True} if stale else {})


async def test_whoever_only_opens_rows_is_told_of_no_other_roles(house: House):
    await test_contacts.created(house)
    reads = house.actors["ben"].reads
    for parts, roles in (("open", set(reads)), ("all", {*reads, *asking.everybody(house)})):
        said = await rows(house, "ben", "/contact", parts=parts)
        assert set(said.header.roles) == roles
