"""Whole lists of a member in the form of rows: less than half the bytes of JSON, and opened as they come."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final
from uuid import UUID

from client.attributes import values_of
from client.contents import Shown
from client.crypto.chains import Link, ObjectId
from client.crypto.content_keys import Content
from client.crypto.errors import DataLoss, InvalidArgument
from client.crypto.hashes import WrapName
from client.crypto.statements import parse
from client.items import COLLECTIONS, Items, OpenedItem, payload_of, place_after, signed_body
from client.rows import MEDIA_TYPE, Header, Opening, Proof, Row, rows_of

IN_ROWS: Final = frozenset({"contact", "document", "task", "vendor", "profile", "saved-filter"})
"""The kinds whose lists are answered as rows."""

# Opened together: what they have in common is asked for once.
_PORTION: Final = 64
_PAGE: Final = 2000
_WRAP_SIZE: Final = 81


class Lists(Items):
    """What a member has in an account, as much of it as there is."""

    async def every(self, kind: str) -> AsyncIterator[OpenedItem]:
        """All items of a kind, the newest first, each proven before it is given out.

        No more than a portion of them is in memory. What changes meanwhile may come in an earlier state, or
        not at all.
        """
        if kind not in IN_ROWS:
            raise InvalidArgument(f"the kind {kind} is not listed in rows")
        await self.of.ledger.sync()
        cursor: str | None = None
        seen = set[UUID]()
        while True:
            header: Header | None = None
            portion: list[Row] = []
            method, path = COLLECTIONS[kind].list
            asked = {"limit": _PAGE, "cursor": cursor, "parts": "all"}
            async with self.of.api.streamed(method, path, asked, MEDIA_TYPE) as chunks:
                async for part in rows_of(chunks, proven=True):
                    if isinstance(part, Header):
                        header = part
                        continue
                    if part.id in seen:
                        raise DataLoss("a row comes twice")
                    seen.add(part.id)
                    portion.append(part)
                    if len(portion) == _PORTION:
                        for opened in await self._opened_rows(kind, portion):
                            yield opened
                        portion = []
            for opened in await self._opened_rows(kind, portion):
                yield opened
            assert header is not None  # without one the answer is refused
            cursor = header.next_cursor
            if cursor is None:
                return

    async def _opened_rows(self, kind: str, rows: Sequence[Row]) -> list[OpenedItem]:
        chains = await self._chains_of(kind, rows)
        return [await self._opened_row(kind, row, chain) for row, chain in zip(rows, chains, strict=True)]

    async def _chains_of(self, kind: str, rows: Sequence[Row]) -> list[list[Link]]:
        """The chain of each row from its first statement on; where a row has no more than its end, it is
        asked for."""
        asked = [ObjectId(kind, row.id) for row in rows]
        chains = [list(row.proof.links) if row.proof else [] for row in rows]
        short = [place for place, links in enumerate(chains) if links and _number_of(links[0]) > 1]
        if short:
            for place, links in zip(short, await self.chains([asked[place] for place in short]), strict=True):
                chains[place] = links
        await self.follow(asked, chains)
        return chains

    async def _opened_row(self, kind: str, row: Row, chain: list[Link]) -> OpenedItem:
        """Chain, hashes, wrap, body: in this order, and all of them."""
        opening, proof = row.opening, row.proof
        if opening is None or proof is None:
            raise DataLoss("a row of a list has no contents")
        asked = ObjectId(kind, row.id)
        put, audience = self.proven(asked, chain, _shown(opening, proof))
        body = signed_body(put, opening.body)
        content = Content(self.of.account_id, kind, row.id, put.number("contentRevision"))
        key = await self._key_of(content, opening)
        if key is None:
            return await self._with_all_wraps(kind, row.id)
        item = {"id": str(row.id), "word": dict(row.word)}
        payload = payload_of(put, content, key, body)
        place = place_after(chain, put)
        return OpenedItem(row.id, payload, values_of(kind, opening.attrs), audience, place, item)

    async def _key_of(self, content: Content, opening: Opening) -> bytes | None:
        if opening.wrap is None or opening.role is None:
            return None
        is_seal = len(opening.wrap.data) != _WRAP_SIZE
        return await self.key_in(content, opening.role, opening.generation, opening.wrap, is_seal=is_seal)

    async def _with_all_wraps(self, kind: str, id: UUID) -> OpenedItem:
        """The same in JSON, where the one wrap does not open."""
        method, path = COLLECTIONS[kind].list
        asked = {"ids": [str(id)]} if method == "POST" else None
        query = None if method == "POST" else {"ids": id}
        answer = await self.of.api.whole(method, path, asked, query=query)
        for item in answer["data"]:
            if item["id"] == str(id):
                return await self.opened(kind, item)
        raise DataLoss("an item is listed and not there")


def _shown(opening: Opening, proof: Proof) -> Shown:
    """The newest content and what follows it, with the wraps under the names that the statements cover.

    A chain that is asked for apart is compared with these, as it is with those of an answer in JSON.
    """
    own = opening.wrap_name
    first = next(
        (
            place
            for place in reversed(range(len(proof.links)))
            if parse(proof.links[place].statement).type == "record.put"
        ),
        None,
    )
    if first is None:
        raise DataLoss("a row has no content")
    wraps = [[_name(role, generation, hash, own) for role, generation, hash in each] for each in proof.wraps]
    return Shown(list(proof.links[first:]), wraps[first:], opening.attrs, proof.salt)


def _name(role: UUID, generation: int, hash: bytes | None, own: WrapName | None) -> WrapName:
    if hash is not None:
        return WrapName(role, generation, hash)
    if own is None or (own.role, own.generation) != (role, generation):
        raise DataLoss("the wrap of a row is not the one that its statement names")
    return own


def _number_of(link: Link) -> int:
    return parse(link.statement).seq
