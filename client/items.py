"""Items of a member, of every kind: checked and sealed before they leave, proven before they are shown."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

from client.attributes import attributes_of, values_of
from client.contents import Contents, shown_in, wraps_of
from client.crypto import base64url
from client.crypto.audiences import Audience
from client.crypto.box import Box
from client.crypto.chains import Link, ObjectId
from client.crypto.content_keys import Content, new_content_key
from client.crypto.errors import DataLoss, InvalidArgument
from client.crypto.hashes import attrs_hash, wraps_hash
from client.crypto.records import open_record, seal_record
from client.crypto.statements import NO_HASH, Field, Statement, parse
from client.payloads import decoded, demand_writable
from client.role_keyring import content_signed


class Place(NamedTuple):
    """Where the next statement about an item goes on."""

    seq: int
    hash: bytes
    revision: int
    """That of its contents."""


NOWHERE: Final = Place(0, NO_HASH, 0)
"""Of an item that is not there yet."""


class OpenedItem(NamedTuple):
    id: UUID
    payload: dict[str, Any]
    attributes: dict[str, Any]
    """Of what is signed: `item` has the server's word beside it."""
    audience: Audience
    place: Place
    item: dict[str, Any]

    @property
    def version(self) -> int:
        """The server's word."""
        return self.item["word"]["version"]


class Collection(NamedTuple):
    """Where the interface takes new items of a kind, and by which question it lists them."""

    create: str
    list: tuple[str, str]
    change: tuple[str, str]
    """With `{id}` in the address; without, it takes up to 200 under `items`."""
    delete: tuple[str, str]
    member: str = "data"
    """Under which the answer has them."""

    @property
    def in_batches(self) -> bool:
        """Whether many are made, changed and deleted by one call."""
        return "{id}" not in self.change[1]


_PAGE: Final = 200


def _batches(name: str, list_: str, change: str) -> Collection:
    return Collection(f"/{name}/create", ("POST", list_), ("POST", change), ("POST", f"/{name}/delete"))


def _one_by_one(path: str, change: str) -> Collection:
    return Collection(path, ("GET", path), (change, f"{path}/{{id}}"), ("DELETE", f"{path}/{{id}}"))


COLLECTIONS: Final[Mapping[str, Collection]] = {
    "contact": _batches("contact", "/contact", "/contact/update"),
    "document": _batches("document", "/document", "/documents/update"),
    "task": _batches("task", "/task/get", "/task/update"),
    "vendor": _one_by_one("/api/vendors", "PUT"),
    "profile": _one_by_one("/api/profiles", "PATCH"),
    "profile-group": _one_by_one("/api/profile-groups", "POST"),
    "profile-sub-group": _one_by_one("/api/profile-sub-groups", "PATCH")._replace(
        list=("GET", "/api/profile-groups"), member="subGroups"
    ),
    "topic": _one_by_one("/api/topics", "PUT"),
    "status": _one_by_one("/api/statuses", "PUT"),
    "saved-filter": _one_by_one("/api/saved-filters", "PUT"),
}
"""Of all kinds but two: comments belong to a task, and files have a way of their own."""


class Items(Contents):
    """What a member has in an account."""

    async def add(
        self,
        kind: str,
        payload: Mapping[str, Any],
        attributes: Mapping[str, Any] | None = None,
        *,
        audience: Audience | None = None,
    ) -> UUID:
        """A new item. Without an audience it is for those of the signed default."""
        await self.of.ledger.sync()
        id = uuid4()
        sealed = await self.sealed(kind, id, payload, attributes or {}, audience or self.audience_for(kind))
        await self.of.api.post(COLLECTIONS[kind].create, {"id": str(id), "sealed": sealed})
        return id

    async def sealed(
        self,
        kind: str,
        id: UUID,
        payload: Mapping[str, Any],
        attributes: Mapping[str, Any],
        audience: Audience,
        after: Place = NOWHERE,
    ) -> dict[str, Any]:
        """Contents of an item as they travel: its first ones, or those that follow on a place."""
        content, key = Content(self.of.account_id, kind, id, after.revision + 1), new_content_key()
        schema = demand_writable(kind, payload)
        box = seal_record(key, content, schema, payload)
        wraps, named = await self.wraps_for(content, key, audience)
        attrs, salt = attributes_of(kind, attributes), secrets.token_bytes(16)
        fields: dict[str, Field] = {
            "kind": kind,
            "id": id,
            "contentRevision": content.revision,
            "schema": schema,
            "boxHash": box.hash,
            "audience": audience,
            "wrapsHash": wraps_hash(named),
            "attrsHash": attrs_hash(salt, attrs),
        }
        signed = self.of.writer.content("record.put", after.seq + 1, after.hash, fields, *self.of.now)
        return {
            **attrs_as_sent(attrs, salt),
            "wraps": wraps,
            **box.to_json(),
            **content_signed(signed),
        }

    async def newest(self, kind: str) -> list[OpenedItem]:
        """The first page of a kind, opened. What the server makes up by itself, as statuses, is left out."""
        if kind not in COLLECTIONS:
            raise InvalidArgument(f"there is no list of the kind {kind}")
        (method, path), member = COLLECTIONS[kind].list, COLLECTIONS[kind].member
        answer = await self.of.api.whole(method, path, {"limit": _PAGE} if method == "POST" else None)
        return await self._all(kind, [row for row in answer[member] if row.get("sealed") is not None])

    async def comments(self, task_id: UUID) -> list[OpenedItem]:
        """What was said of a task, opened."""
        asked = {"ids": [str(task_id)], "include": ["comments"]}
        answer = await self.of.api.whole("POST", "/task/get", asked)
        return await self._all("comment", answer["comments"])

    async def _all(self, kind: str, items: Sequence[dict[str, Any]]) -> list[OpenedItem]:
        chains = await self.chains([ObjectId(kind, UUID(item["id"])) for item in items])
        return [await self._opened(kind, item, chain) for item, chain in zip(items, chains, strict=True)]

    async def opened(self, kind: str, item: dict[str, Any]) -> OpenedItem:
        """An item of a list, asked for on its own."""
        (chain,) = await self.chains([ObjectId(kind, UUID(item["id"]))])
        return await self._opened(kind, item, chain)

    async def _opened(self, kind: str, item: dict[str, Any], chain: list[Link]) -> OpenedItem:
        """Chain, hashes, wrap, body: in this order, and all of them."""
        sealed, asked = item["sealed"], ObjectId(kind, UUID(item["id"]))
        attrs = {name: base64url.decode(value) for name, value in sealed["attrs"].items()}
        put, audience = self.proven(asked, chain, shown_in(sealed, item["later"], attrs))
        box = signed_body(put, Box.from_json(sealed))
        content = Content(self.of.account_id, kind, asked.id, put.number("contentRevision"))
        key = await self.key_of(content, wraps_of(sealed, item["later"]))
        payload, place = payload_of(put, content, key, box), place_after(chain, put)
        return OpenedItem(asked.id, payload, values_of(kind, attrs), audience, place, item)


def attrs_as_sent(attrs: Mapping[str, bytes], salt: bytes) -> dict[str, Any]:
    return {
        "attrs": {name: base64url.encode(value) for name, value in attrs.items()},
        "attrsSaltB64u": base64url.encode(salt),
    }


def place_after(chain: Sequence[Link], put: Statement) -> Place:
    """Behind a whole chain, whose newest contents are these."""
    newest = parse(chain[-1].statement)
    return Place(newest.seq, newest.hash, put.number("contentRevision"))


def signed_body(put: Statement, box: Box) -> Box:
    """The body, where it is the signed one."""
    if put.bytes("boxHash") != box.hash:
        raise DataLoss("the payload is not the signed one")
    return box


def payload_of(put: Statement, content: Content, key: bytes, box: Box) -> dict[str, Any]:
    schema = put.number("schema")
    return decoded(content.kind, schema, open_record(key, content, schema, box))
