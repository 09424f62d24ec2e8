"""Laws of the form of rows: what is written is read again, says what JSON says, and is refused when cut."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Sequence
from hashlib import shake_128
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.http.work.document_bodies import DOCUMENT_ROWS
from api.http.work.filter_bodies import FILTER_ROWS
from api.http.work.plain_bodies import CONTACT_ROWS, VENDOR_ROWS
from api.http.work.profile_bodies import PROFILE_ROWS
from api.http.work.row_form import INSTANTS, PEOPLE, Places, Row, RowForm, RowKind
from api.http.work.row_frames import END
from api.http.work.task_bodies import TASK_ROWS
from client.attributes import ATTRIBUTES
from client.crypto import base64url
from client.crypto.errors import DataLoss
from client.rows import Header, frames_of
from projections.vault.chains import Link
from projections.work.row_lists import Contents
from tests.support.in_rows import InRows, check_nothing_leaves, check_row, in_pieces, read

KINDS = (CONTACT_ROWS, VENDOR_ROWS, DOCUMENT_ROWS, TASK_ROWS, PROFILE_ROWS, FILTER_ROWS)
ROLES = [UUID(int=number) for number in range(1, 6)]
PEOPLE_THERE = [UUID(int=number) for number in range(100, 104)]
MOMENTS = ["1970-01-01T00:00:00.000Z", "2026-01-31T23:59:59.999Z", "2026-11-26T02:00:00.001Z"]

texts = st.binary(max_size=40).map(base64url.encode)


def of_size(size: int) -> st.SearchStrategy[str]:
    return st.binary(min_size=size, max_size=size).map(base64url.encode)


_MADE = itertools.count()


def unlike_any(size: int) -> str:
    """Random bytes, as boxes are: what is looked for in an answer is found there for one reason only."""
    return base64url.encode(shake_128(next(_MADE).to_bytes(8, "big")).digest(size))


@st.composite
def wraps(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Of one statement: one for each role, by ascending role."""
    found: list[dict[str, Any]] = []
    for role in sorted(draw(st.sets(st.sampled_from(ROLES), max_size=4))):
        mode = draw(st.sampled_from(["wrap", "seal"]))
        found.append(
            {
                "roleId": str(role),
                "generation": draw(st.sampled_from([1, 2, 2**31])),
                "mode": mode,
                "ivB64u": unlike_any(12),
                "saltB64u": unlike_any(16),
                "dataB64u": unlike_any(81 if mode == "wrap" else 146),
            }
        )
    return found


@st.composite
def statements(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "statementB64u": base64url.encode(draw(st.binary(min_size=1, max_size=40))),
        "signatureB64u": draw(of_size(64)),
    }


def attribute(name: str) -> st.SearchStrategy[str]:
    if name in PEOPLE:
        people = st.lists(st.sampled_from(PEOPLE_THERE), max_size=4, unique=True)
        return people.map(lambda ids: base64url.encode(b"".join(id.bytes for id in ids)))
    return texts


@st.composite
def words(draw: st.DrawFn, names: Sequence[str]) -> dict[str, Any]:
    word: dict[str, Any] = {}
    for name in names:
        if name in INSTANTS:
            none = [] if name == "storedAt" else [None]
            word[name] = draw(st.sampled_from([*MOMENTS, *none]))
        else:
            word[name] = draw(st.none() | st.integers(0, 2**31) | st.text(max_size=5))
    return word | {"version": draw(st.integers(1, 2**31))}


@st.composite
def items(draw: st.DrawFn, kind: RowKind) -> tuple[dict[str, Any], Contents]:
    """An item as it is answered and as it is kept: open, destroyed, or closed to its reader."""
    id = draw(st.uuids())
    state = draw(st.sampled_from(["open", "open", "destroyed", "closed"]))
    sealed: dict[str, Any] = draw(statements())
    later: list[dict[str, Any]] = []
    names: Sequence[str] = kind.word_names[:3] if state == "closed" else kind.word_names
    if state != "closed":
        later = [draw(statements()) for _ in range(draw(st.integers(0, 2)))]
    if state == "open":
        known = draw(st.sets(st.sampled_from(kind.attribute_names)))
        sealed |= {
            "attrs": {name: draw(attribute(name)) for name in known},
            "attrsSaltB64u": draw(of_size(16)),
            "ivB64u": draw(of_size(12)),
            "saltB64u": draw(of_size(16)),
            "dataB64u": base64url.encode(draw(st.binary(min_size=49, max_size=300))),
            "wraps": draw(wraps()),
        }
        later = [said | ({"wraps": more} if (more := draw(wraps())) else {}) for said in later]
    item = {"id": str(id), "sealed": sealed, "later": later, "word": draw(words(names))}
    numbers = {
        "revision": draw(st.integers(1, 3)),
        "contentRevision": draw(st.integers(1, 2**31)),
        "schema": draw(st.integers(1, 65535)),
    }
    kept = None if state == "closed" else json.dumps({"sealed": numbers, "more": 1})
    return item, Contents(id, json.dumps(item), kept)


def written(form: RowForm, rows: Sequence[Row], beginnings: dict[UUID, list[Link]] | None = None) -> bytes:
    header = form.header({"sync": {"seq": 7}, "nextCursor": None})
    return header + form.frames(rows, beginnings or {}) + END


def read_now(answer: bytes, parts: str) -> InRows:
    return asyncio.run(read(answer, parts))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_row_is_read_as_its_item_says_for_each_reader(kind: RowKind) -> None:
    counted = {"open": 0, "closed": 0, "own wrap": 0, "no wrap": 0, "elsewhere": 0, "others": 0}

    @settings(max_examples=300)
    @given(st.data())
    def law(data: st.DataObject) -> None:
        drawn = data.draw(st.lists(items(kind), max_size=3, unique_by=lambda one: one[0]["id"]))
        reads: frozenset[Any] = frozenset(data.draw(st.sets(st.sampled_from(ROLES))))
        listed = sorted(reads | data.draw(st.sets(st.sampled_from(ROLES))))
        people = sorted(data.draw(st.sets(st.sampled_from(PEOPLE_THERE))))
        rows = [Row(contents) for _, contents in drawn]
        for parts in ("open", "all"):
            form = RowForm(kind, parts, reads, Places(listed), Places(people))
            found = read_now(written(form, rows), parts)
            assert found.header == Header(
                [*kind.word_names], [*kind.attribute_names], listed, people, 7, None
            )
            for row, (item, _) in zip(found.rows, drawn, strict=True):
                check_row(row, item, reads)
                counted["open" if row.opening else "closed"] += 1
                if row.opening is not None:
                    counted["own wrap" if row.opening.wrap else "no wrap"] += 1
            counted["others"] += check_nothing_leaves(found.raw, [item for item, _ in drawn], reads)
            counted["elsewhere"] += len(set(ROLES) - set(listed))

    law()
    assert all(number > 20 for number in counted.values()), counted


@settings(max_examples=60)
@given(st.data())
def test_an_answer_is_whole_or_refused(data: st.DataObject) -> None:
    """Wherever it is cut, in whatever pieces it comes."""
    kind = data.draw(st.sampled_from(KINDS))
    drawn = data.draw(st.lists(items(kind), min_size=1, max_size=2, unique_by=lambda one: one[0]["id"]))
    form = RowForm(kind, "all", frozenset(ROLES[:2]), Places(ROLES[:3]), Places(PEOPLE_THERE[:1]))
    answer = written(form, [Row(contents) for _, contents in drawn])
    size = data.draw(st.integers(1, 200))

    async def frames(bytes_of: bytes) -> list[list[bytes]]:
        return [fields async for fields in frames_of(in_pieces(bytes_of, size))]

    assert len(asyncio.run(frames(answer))) == len(drawn) + 1
    cut = data.draw(st.integers(0, len(answer) - 1))
    with pytest.raises(DataLoss):
        asyncio.run(frames(answer[:cut]))
    with pytest.raises(DataLoss):
        asyncio.run(frames(answer + b"\0"))


@settings(max_examples=300)
@given(st.binary(max_size=300), st.sampled_from(["open", "all", "proof", "ids"]))
def test_any_bytes_are_read_or_refused(noise: bytes, parts: str) -> None:
    """After a good header, so that they are looked at."""
    form = RowForm(TASK_ROWS, "all", frozenset(), Places(ROLES), Places(PEOPLE_THERE))
    begun = form.header({"sync": {"seq": 7}, "nextCursor": None})
    framed = len(noise).to_bytes(4, "big") + noise
    for tail in (noise, framed + END):
        try:
            read_now(begun + tail, parts)
        except DataLoss:
            continue


@settings(max_examples=300)
@given(st.data())
def test_a_row_with_one_byte_changed_is_read_or_refused(data: st.DataObject) -> None:
    """What it says then is for its statements to judge; that it says something is for the reader."""
    item, contents = data.draw(items(TASK_ROWS))
    form = RowForm(TASK_ROWS, "all", frozenset(ROLES[:2]), Places(ROLES[:3]), Places(PEOPLE_THERE[:1]))
    answer = bytearray(written(form, [Row(contents)]))
    answer[data.draw(st.integers(0, len(answer) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        found = read_now(bytes(answer), "all")
    except DataLoss:
        return
    assert len(found.rows) == 1
    assert item["id"]


def test_a_reader_keeps_no_more_than_a_frame() -> None:
    """However long the list is: a thousand rows come and none of them stays."""
    row = (1000).to_bytes(4, "big") + (996).to_bytes(4, "big") + bytes(996)
    given = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal given
        for _ in range(1000):
            given += 1
            yield row
        yield END

    async def law() -> None:
        taken = 0
        async for _ in frames_of(endless()):
            taken += 1
            assert given == taken, "it reads no further than it is asked"

    asyncio.run(law())


def test_a_frame_beyond_the_bound_is_refused_before_it_comes() -> None:
    async def longer() -> AsyncIterator[bytes]:
        yield (4 * 1024 * 1024 + 1).to_bytes(4, "big")
        pytest.fail("more was read")

    async def law() -> None:
        async for _ in frames_of(longer()):
            pass

    with pytest.raises(DataLoss, match="too long"):
        asyncio.run(law())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_both_sides_name_the_same_attributes(kind: RowKind) -> None:
    assert set(kind.attribute_names) == ATTRIBUTES[kind.name].keys()
    assert kind.word_names[:3] == ("version", "seq", "storedAt"), "what a closed row has too"
    people = {name for name in kind.attribute_names if name in PEOPLE}
    assert people == ({"assigneeIds"} if kind is TASK_ROWS else set())


@pytest.mark.parametrize("parts", ["open", "all", "proof", "ids"])
def test_a_row_that_comes_twice_is_refused_by_whoever_reads_the_answer(parts: Any) -> None:
    @settings(max_examples=5)
    @given(items(CONTACT_ROWS))
    def law(drawn: tuple[dict[str, Any], Contents]) -> None:
        form = RowForm(CONTACT_ROWS, parts, frozenset(), Places(ROLES))
        assert len(read_now(written(form, [Row(drawn[1])]), parts).rows) == 1
        with pytest.raises(DataLoss, match="twice"):
            read_now(written(form, [Row(drawn[1]), Row(drawn[1])]), parts)

    law()
