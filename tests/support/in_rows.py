"""Lists in the form of rows as tests ask for them, and what makes them equal to the same lists in JSON."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import httpx

from client.contents import link_of, named
from client.crypto import base64url
from client.crypto.box import Box
from client.rows import MEDIA_TYPE, Header, Hint, Proof, Row, hints_of, proofs_of, rows_of
from domain.kernel import Actor
from tests.support.workplace import BEN, CONTENT, House

ROWS = {"Accept": MEDIA_TYPE}


def readers(house: House) -> dict[str, frozenset[Any]]:
    """Whoever lists, with the roles they read; two of them hold others than the people of the house."""
    for who, keys in (("dora", ("admin",)), ("emil", ("owner", "member")), ("nobody", ())):
        reads = frozenset(house.role(key) for key in keys)
        house.actors[who] = Actor("user", BEN, house.account, uuid4(), reads=reads, may=CONTENT)
    return {who: house.actors[who].reads for who in ("ann", "ben", "dora", "emil", "nobody", "cid")}


class InRows(NamedTuple):
    header: Header
    rows: list[Any]
    raw: bytes


async def asked(house: House, who: str, path: str, **query: Any) -> httpx.Response:
    """The answer in rows; by POST, but for addresses below `/api`."""
    if path.startswith("/api/"):
        given = {name: value for name, value in query.items() if value is not None}
        return await house.client.get(path, params=given, headers={"Test-Actor": who, **ROWS})
    return await house.post(who, path, query, **ROWS)


async def rows(house: House, who: str, path: str, *, parts: str = "open", **query: Any) -> InRows:
    answer = await asked(house, who, path, parts=parts, **query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == MEDIA_TYPE
    return await read(answer.content, parts)


async def read(answer: bytes, parts: str) -> InRows:
    readers: dict[str, Any] = {
        "ids": hints_of,
        "proof": proofs_of,
        "open": lambda chunks: rows_of(chunks, proven=False),  # type: ignore[reportUnknownLambdaType]
        "all": lambda chunks: rows_of(chunks, proven=True),  # type: ignore[reportUnknownLambdaType]
    }
    header, *found = [part async for part in readers[parts](in_pieces(answer))]
    return InRows(header, found, answer)


async def in_pieces(answer: bytes, size: int = 777) -> AsyncIterator[bytes]:
    for at in range(0, len(answer), size):
        yield answer[at : at + size]


def wraps_in(item: dict[str, Any]) -> list[dict[str, Any]]:
    said = (item.get("sealed") or {}, *item.get("later", ()))
    return [wrap for each in said for wrap in each.get("wraps", ())]


def check_row(row: Row, item: dict[str, Any], reads: Iterable[UUID]) -> None:
    """The row says what the item says, with one wrap of the reader in place of all of them."""
    assert (str(row.id), dict(row.word)) == (item["id"], item["word"])
    sealed = item["sealed"]
    if "dataB64u" not in sealed:
        assert row.opening is None
    else:
        assert row.opening is not None
        attrs = {name: base64url.decode(text) for name, text in sealed["attrs"].items()}
        assert row.opening.attrs == attrs
        assert row.opening.body == Box.from_json(sealed)
        check_own(row, [wrap for wrap in wraps_in(item) if UUID(wrap["roleId"]) in set(reads)])
    if row.proof is not None:
        check_proof(row.proof, item, row)


def check_own(row: Row, own: Sequence[dict[str, Any]]) -> None:
    """Of all wraps for roles of the reader the one that is chosen, and none where there is none."""
    assert row.opening is not None
    if not own:
        assert (row.opening.wrap, row.opening.role, row.opening.generation) == (None, None, 0)
        return
    newest = max(wrap["generation"] for wrap in own)
    best = [wrap for wrap in own if wrap["generation"] == newest]
    best = [wrap for wrap in best if wrap["mode"] == "wrap"] or best
    given = (row.opening.role, row.opening.generation, row.opening.wrap)
    assert given in [(UUID(wrap["roleId"]), wrap["generation"], Box.from_json(wrap)) for wrap in best]


def check_proof(proof: Proof, item: dict[str, Any], row: Row | None = None) -> None:
    """The chain ends with the statements that JSON shows, each with the names of the wraps it brought."""
    shown = [item["sealed"], *item["later"]]
    assert list(proof.links)[-len(shown) :] == [link_of(said) for said in shown]
    assert proof.salt == base64url.decode(item["sealed"].get("attrsSaltB64u", ""))
    open_name = row.opening.wrap_name if row and row.opening else None
    unnamed = 0
    for said, wraps in zip(shown, list(proof.wraps)[-len(shown) :], strict=True):
        expected = [named(wrap) for wrap in said.get("wraps", ())]
        assert [(role, generation) for role, generation, _ in wraps] == [name[:2] for name in expected]
        for (_, _, hash), name in zip(wraps, expected, strict=True):
            if hash is None:
                unnamed += 1
                assert row is None or name == open_name
            else:
                assert hash == name.box_hash
    assert unnamed <= 1
    assert not any(list(proof.wraps)[: -len(shown)]), "what was before brought wraps that are gone"


def check_hint(hint: Hint, item: dict[str, Any], newest: int) -> None:
    assert (str(hint.id), hint.version, hint.newest) == (item["id"], item["word"]["version"], newest)


def check_nothing_leaves(raw: bytes, items: Iterable[dict[str, Any]], reads: Iterable[UUID]) -> int:
    """No wrap of another role is in the answer; how many were looked for."""
    others = [wrap for item in items for wrap in wraps_in(item) if UUID(wrap["roleId"]) not in set(reads)]
    for wrap in others:
        assert Box.from_json(wrap).data not in raw
        assert Box.from_json(wrap).salt not in raw
    return len(others)
