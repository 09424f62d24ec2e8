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
from client.crypto.statements import NO_HASH, Field, Statement
from client.payloads import decoded, demand_writable
from client.role_keyring import content_signed


class OpenedItem(NamedTuple):
    id: UUID
    payload: dict[str, Any]
    attributes: dict[str, Any]
    """Of what is signed: `item` has the server's word beside it."""
    audience: Audience
    item: dict[str, Any]


class Collection(NamedTuple):
    """Where the interface takes new items of a kind, and by which question it lists them."""

    create: str
    list: tuple[str, str]
    member: str = "data"
    """Under which the answer has them."""


_PAGE: Final = 200

COLLECTIONS: Final[Mapping[str, Collection]] = {
    "contact": Collection("/contact/create", ("POST", "/contact")),
    "document": Collection("/document/create", ("POST", "/document")),
    "task": Collection("/task/create", ("POST", "/task/get")),
    "vendor": Collection("/api/vendors", ("GET", "/api/vendors")),
    "profile": Collection("/api/profiles", ("GET", "/api/profiles")),
    "profile-group": Collection("/api/profile-groups", ("GET", "/api/profile-groups")),
    "profile-sub-group": Collection("/api/profile-sub-groups", ("GET", "/api/profile-groups"), "subGroups"),
    "topic": Collection("/api/topics", ("GET", "/api/topics")),
    "status": Collection("/api/statuses", ("GET", "/api/statuses")),
    "saved-filter": Collection("/api/saved-filters", ("GET", "/api/saved-filters")),
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

    async def comment(self, task: OpenedItem, body: str) -> UUID:
        """Say something of a task, to those who read it."""
        await self.of.ledger.sync()
        id = uuid4()
        said = {"v": 1, "body": body}
        sealed = await self.sealed("comment", id, said, {"taskId": task.id}, task.audience)
        op = {"op": "comment.add", "id": str(id), "sealed": sealed}
        await self.of.api.post("/task/update", {"items": [{"id": str(task.id), "ops": [op]}]})
        return id

    async def sealed(
        self,
        kind: str,
        id: UUID,
        payload: Mapping[str, Any],
        attributes: Mapping[str, Any],
        audience: Audience,
    ) -> dict[str, Any]:
        """The first content of an item, as it travels."""
        content, key = Content(self.of.account_id, kind, id, 1), new_content_key()
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
        signed = self.of.writer.content("record.put", 1, NO_HASH, fields, *self.of.now)
        return {
            "attrs": {name: base64url.encode(value) for name, value in attrs.items()},
            "attrsSaltB64u": base64url.encode(salt),
            "wraps": wraps,
            **box.to_json(),
            **content_signed(signed),
        }

    async def newest(self, kind: str) -> list[OpenedItem]:
        """The first page of a kind, opened. What the server makes up by itself, as statuses, is left out."""
        if kind not in COLLECTIONS:
            raise InvalidArgument(f"there is no list of the kind {kind}")
        _, (method, path), member = COLLECTIONS[kind]
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
        return OpenedItem(
            asked.id, payload_of(put, content, key, box), values_of(kind, attrs), audience, item
        )


def signed_body(put: Statement, box: Box) -> Box:
    """The body, where it is the signed one."""
    if put.bytes("boxHash") != box.hash:
        raise DataLoss("the payload is not the signed one")
    return box


def payload_of(put: Statement, content: Content, key: bytes, box: Box) -> dict[str, Any]:
    schema = put.number("schema")
    return decoded(content.kind, schema, open_record(key, content, schema, box))
