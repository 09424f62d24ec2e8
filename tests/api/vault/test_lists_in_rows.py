"""Lists in the form of rows as a member reads them: the same as in JSON, and the same lies refused."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from client.attributes import attributes_of
from client.crypto import base64url
from client.crypto.audiences import audience_of
from client.crypto.chains import ContentAlarm
from client.crypto.content_keys import Content, new_content_key
from client.crypto.errors import CryptoError, DataLoss
from client.crypto.hashes import attrs_hash, wraps_hash
from client.crypto.records import seal_record
from client.crypto.statements import Field, parse
from client.items import OpenedItem
from client.lists import IN_ROWS, Lists
from client.member import Member
from client.role_keyring import content_signed
from client.rows import fields_of
from tests.api.vault.conftest import Household
from tests.api.vault.test_items_of_every_kind import ORDER, attributes_for

ROOT = Path(__file__).resolve().parents[3]
GOOD: dict[str, dict[str, Any]] = json.loads((ROOT / "tests/contracts/payloads.json").read_text("utf-8"))

Frames = list[list[bytes]]


def frame(fields: list[bytes]) -> bytes:
    content = b"".join(len(part).to_bytes(4, "big") + part for part in fields)
    return len(content).to_bytes(4, "big") + content


def joined(fields: list[bytes]) -> bytes:
    return frame(fields)[4:]


def split(answer: bytes) -> Frames:
    return [fields_of(part) for part in fields_of(answer)]


@contextmanager
def streaming(member: Member, lie: Callable[[bytes], bytes]) -> Iterator[None]:
    """Meanwhile every answer in rows comes to this member so, in pieces of 1,000 bytes."""
    honest = member.api.streamed

    @asynccontextmanager
    async def streamed(*asked: Any) -> AsyncIterator[AsyncIterator[bytes]]:
        async with honest(*asked) as chunks:
            told = lie(b"".join([chunk async for chunk in chunks]))

        async def pieces() -> AsyncIterator[bytes]:
            for at in range(0, len(told), 1000):
                yield told[at : at + 1000]

        yield pieces()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(member.api, "streamed", streamed)
        yield


async def all_of(lists: Lists, kind: str) -> dict[UUID, OpenedItem]:
    return {one.id: one async for one in lists.every(kind)}


def without_item(one: OpenedItem) -> tuple[Any, ...]:
    return (*one[:4], one.item["word"])


async def test_rows_say_what_json_says_to_every_reader_of_every_kind(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    await household.house.follow()
    mine, theirs = Lists(owner), Lists(guest)
    everybody = audience_of(owner.built_in(key) for key in ("owner", "admin", "member"))
    only_owners = audience_of([owner.built_in("owner")])
    made: dict[str, UUID] = {}
    compared = set[str]()
    for kind in ORDER:
        attributes = await attributes_for(mine, kind, made)
        assigned = {"assigneeIds": [guest.user_id, owner.user_id]} if kind == "task" else {}
        made[kind] = await mine.add(kind, GOOD[kind], attributes | assigned, audience=everybody)
        if kind not in IN_ROWS:
            await household.house.follow()
            continue
        hidden = await mine.add(kind, GOOD[kind], attributes, audience=only_owners)
        await household.house.follow()
        for lists, seen in ((mine, {made[kind], hidden}), (theirs, {made[kind]})):
            rows = await all_of(lists, kind)
            assert rows.keys() == seen, kind
            found = {one.id: one for one in await lists.newest(kind)}
            assert {id: without_item(one) for id, one in rows.items()} == {
                id: without_item(one) for id, one in found.items()
            }, kind
            assert list(rows) == list(found), "the newest first, in either form"
        compared.add(kind)
    assert compared == IN_ROWS


@pytest.fixture(scope="module")
async def two(household: Household) -> Lists:
    """Two contacts of one author."""
    lists = Lists(await household.owner())
    for _ in range(2):
        await lists.add("contact", GOOD["contact"], {"state": "active"})
    await household.house.follow()
    return lists


def changed(at: int, change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """The field of the first row at this place, told otherwise."""

    def lie(answer: bytes) -> bytes:
        header, first, *rest = split(answer)
        first[at] = change(first[at])
        return b"".join(map(frame, (header, first, *rest)))

    return lie


def swapped(at: int) -> Callable[[bytes], bytes]:
    def lie(answer: bytes) -> bytes:
        header, one, two, end = split(answer)
        one[at], two[at] = two[at], one[at]
        return b"".join(map(frame, (header, one, two, end)))

    return lie


def links(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[bytes], bytes]:
    """The chain of the first row, told otherwise."""
    return changed(7, lambda chain: joined(change(fields_of(chain))))


def flipped(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def other_hash(named: bytes) -> bytes:
    """Another hash for the first wrap that is named by one."""
    wraps = fields_of(named)
    place = next(place for place, wrap in enumerate(wraps) if len(wrap) > 6)
    wraps[place] = flipped(wraps[place])
    return joined(wraps)


ID, WORD, ATTRS, ABOUT, BODY, WRAP, SALT, CHAIN = range(8)
LIES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "another body": (changed(BODY, flipped), "the payload is not the signed one"),
    "the body of another row": (swapped(BODY), "the payload is not the signed one"),
    "the wrap of another row": (swapped(WRAP), "altered"),
    "another wrap": (changed(WRAP, flipped), "altered"),
    "the wrap under another generation": (
        changed(ABOUT, flipped),
        "the wrap of a row is not the one that its statement names",
    ),
    "other attributes": (changed(ATTRS, lambda _: b"\0" + joined([b"archived"])), "altered"),
    "no attributes": (changed(ATTRS, lambda _: b""), "altered"),
    "another salt": (changed(SALT, flipped), "altered"),
    "the chain of another row": (swapped(CHAIN), "foreign"),
    "the id of another row": (swapped(ID), "foreign"),
    "one row twice": (
        lambda answer: b"".join(map(frame, (lambda h, a, _, e: (h, a, a, e))(*split(answer)))),
        "a row comes twice",
    ),
    "no chain": (changed(CHAIN, lambda _: b""), "a row has no content"),
    "another signature": (links(lambda chain: [chain[0], flipped(chain[1]), *chain[2:]]), "altered"),
    "another hash of another wrap": (
        links(lambda chain: [*chain[:2], other_hash(chain[2])]),
        "altered",
    ),
    "a wrap less": (
        links(lambda chain: [*chain[:2], joined(fields_of(chain[2])[1:])]),
        "altered",
    ),
    "wraps in another order": (
        links(lambda chain: [*chain[:2], joined(fields_of(chain[2])[::-1])]),
        "wraps are out of their order",
    ),
    "a statement twice": (links(lambda chain: chain * 2), "rolled back"),
    "nothing to open": (
        lambda answer: b"".join(
            map(frame, (lambda h, a, b, e: (h, [*a[:2], b"", b"", b"", b"", *a[6:]], b, e))(*split(answer)))
        ),
        "a row of a list has no contents",
    ),
    "a field less": (
        lambda answer: b"".join(map(frame, (lambda h, a, b, e: (h, a[:-1], b, e))(*split(answer)))),
        "a frame has another number of fields",
    ),
    "a row less at the end, without an end": (
        lambda answer: b"".join(map(frame, split(answer)[:-2])),
        "the answer was cut off",
    ),
    "an answer that goes on": (lambda answer: answer + frame([b"more"]), "bytes follow the last frame"),
    "a frame without bound": (
        lambda answer: frame(split(answer)[0]) + (4 * 1024 * 1024 + 1).to_bytes(4, "big"),
        "a frame is too long",
    ),
    "no header": (lambda _: bytes(4), "the answer has no header"),
}


@pytest.mark.parametrize("told", LIES)
async def test_a_list_that_lies_is_refused(two: Lists, told: str) -> None:
    lie, said = LIES[told]
    assert len(await all_of(two, "contact")) == 2
    with streaming(two.of, lie), pytest.raises(CryptoError) as refused:
        await all_of(two, "contact")
    assert said in str(refused.value), refused.value


async def test_a_list_is_refused_wherever_it_is_cut(two: Lists) -> None:
    whole = b""

    def heard(answer: bytes) -> bytes:
        nonlocal whole
        whole = answer
        return answer

    with streaming(two.of, heard):
        await all_of(two, "contact")
    places = {*range(0, len(whole), 97), len(whole) - 1, len(whole) - 4}
    for place in places:
        with streaming(two.of, lambda answer, end=place: answer[:end]), pytest.raises(DataLoss):
            await all_of(two, "contact")


async def test_what_comes_before_a_lie_is_given_out_and_nothing_after_it(
    household: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are read in portions: those before it were proven by themselves."""
    monkeypatch.setattr("client.lists._PORTION", 1)
    lists = Lists(await household.owner())
    for _ in range(3):
        await lists.add("contact", GOOD["contact"], {"state": "active"})
    await household.house.follow()
    given: list[UUID] = []

    def lie(answer: bytes) -> bytes:
        header, one, two, three, end = split(answer)
        two[CHAIN] = three[CHAIN]
        return b"".join(map(frame, (header, one, two, three, end)))

    async def read() -> None:
        async for one in lists.every("contact"):
            given.append(one.id)

    with streaming(lists.of, lie), pytest.raises(ContentAlarm):
        await read()
    assert len(given) == 1


async def test_a_wrap_that_does_not_open_is_no_end(household: Household) -> None:
    """All wraps are asked for, in JSON: another role may have a good one."""
    owner = await household.owner()
    lists = Lists(owner)
    await lists.add("contact", GOOD["contact"], {"state": "active"})
    await household.house.follow()
    (whole,) = (await all_of(lists, "contact")).values()

    async def closed(*_: Any) -> None:
        return None

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(lists, "_key_of", closed)
        (opened,) = (await all_of(lists, "contact")).values()
    assert opened.payload == whole.payload
    assert "sealed" in opened.item, "it came in JSON"


async def rewritten(lists: Lists, item: dict[str, Any], payload: dict[str, Any]) -> None:
    """A second content of a contact."""
    newest = parse(base64url.decode(item["sealed"]["statementB64u"]))
    id, number = UUID(item["id"]), newest.number("contentRevision") + 1
    content, key = Content(lists.of.account_id, "contact", id, number), new_content_key()
    box = seal_record(key, content, 1, payload)
    audience = newest.roles("audience")
    wraps, named = await lists.wraps_for(content, key, audience)
    attrs, salt = attributes_of("contact", {"state": "active"}), bytes(16)
    fields: dict[str, Field] = {
        "kind": "contact",
        "id": id,
        "contentRevision": number,
        "schema": 1,
        "boxHash": box.hash,
        "audience": audience,
        "wrapsHash": wraps_hash(named),
        "attrsHash": attrs_hash(salt, attrs),
    }
    signed = lists.of.writer.content("record.put", newest.seq + 1, newest.hash, fields, *lists.of.now)
    sealed = {
        "attrs": {name: base64url.encode(value) for name, value in attrs.items()},
        "attrsSaltB64u": base64url.encode(salt),
        "wraps": wraps,
        **box.to_json(),
        **content_signed(signed),
    }
    change = {"id": item["id"], "version": item["word"]["version"], "sealed": sealed}
    await lists.of.api.post("/contact/update", change)


async def test_a_chain_that_began_long_ago_is_asked_for_by_itself(
    household: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = Lists(await household.owner())
    await lists.add("contact", GOOD["contact"], {"state": "active"})
    await household.house.follow()
    (first,) = await lists.newest("contact")
    await rewritten(lists, first.item, GOOD["contact"] | {"notes": "Moved to Leeds."})
    await household.house.follow()
    asked: list[str] = []
    honest = lists.of.api.call

    async def call(method: str, path: str, *body: Any, **more: Any) -> Any:
        asked.append(path)
        return await honest(method, path, *body, **more)

    monkeypatch.setattr(lists.of.api, "call", call)
    (whole,) = (await all_of(lists, "contact")).values()
    assert "/api/auth/keys/chain" not in asked, "the row brings all of it"
    monkeypatch.setattr("api.http.work.row_answers.MOST_LINKS", 0)
    (opened,) = (await all_of(lists, "contact")).values()
    assert asked.count("/api/auth/keys/chain") == 1
    assert opened == whole
    assert opened.payload["notes"] == "Moved to Leeds."

    def lie(answer: bytes) -> bytes:
        """The first statement is not the one before."""
        header, row, end = split(answer)
        links = fields_of(row[CHAIN])
        row[CHAIN] = joined([*links[:1], flipped(links[1]), *links[2:]])
        return b"".join(map(frame, (header, row, end)))

    with streaming(lists.of, lie), pytest.raises(ContentAlarm):
        await all_of(lists, "contact")


async def test_a_row_of_an_earlier_page_is_refused_on_a_later_one(
    two: Lists, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.lists._PAGE", 1)
    assert len(await all_of(two, "contact")) == 2, "a page for each"
    shown: list[list[bytes]] = []

    def lie(answer: bytes) -> bytes:
        header, row, end = split(answer)
        shown.append(row)
        return b"".join(map(frame, (header, shown[0], end)))

    with streaming(two.of, lie), pytest.raises(DataLoss, match="a row comes twice"):
        await all_of(two, "contact")
    assert len(shown) == 2
