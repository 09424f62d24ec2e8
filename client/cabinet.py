"""Documents of a member: sealed before they leave, checked before they are shown."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from client.contents import wraps_of
from client.crypto import base64url
from client.crypto.box import Box
from client.crypto.canonical import text
from client.crypto.chains import Link, ObjectId
from client.crypto.content_keys import Content, new_content_key
from client.crypto.errors import DataLoss
from client.crypto.hashes import FLAG, attrs_hash, ids_value, wraps_hash
from client.crypto.records import open_record, seal_record
from client.crypto.statements import NO_HASH, Field
from client.files import Files
from client.payloads import decoded, demand_writable
from client.role_keyring import content_signed


class OpenedDocument(NamedTuple):
    id: UUID
    document: dict[str, Any]
    file_ids: tuple[UUID, ...]
    item: dict[str, Any]


class Cabinet(Files):
    """The documents of an account, with the files that they are about."""

    async def write(self, document: Mapping[str, Any], file_id: UUID | None = None) -> UUID:
        """A new document, with the file that it is about."""
        await self.of.ledger.sync()
        content, key = Content(self.of.account_id, "document", uuid4(), 1), new_content_key()
        schema = demand_writable(content.kind, document)
        box = seal_record(key, content, schema, document)
        audience = self.audience_for("document")
        wraps, named = await self.wraps_for(content, key, audience)
        attrs = {"state": text("active")}
        attrs |= {"versions": ids_value([file_id], in_order=True)} if file_id else {"noteOnly": FLAG}
        salt = secrets.token_bytes(16)
        fields: dict[str, Field] = {
            "kind": "document",
            "id": content.id,
            "contentRevision": 1,
            "schema": schema,
            "boxHash": box.hash,
            "audience": audience,
            "wrapsHash": wraps_hash(named),
            "attrsHash": attrs_hash(salt, attrs),
        }
        signed = self.of.writer.content("record.put", 1, NO_HASH, fields, *self.of.now)
        sealed = {
            "attrs": {name: base64url.encode(value) for name, value in attrs.items()},
            "attrsSaltB64u": base64url.encode(salt),
            "wraps": wraps,
            **box.to_json(),
            **content_signed(signed),
        }
        await self.of.api.post("/document/create", {"id": str(content.id), "sealed": sealed})
        return content.id

    async def documents(self) -> list[OpenedDocument]:
        """The newest documents, opened."""
        items: list[dict[str, Any]] = await self.of.api.post("/document", {"limit": 200})
        chains = await self.chains([ObjectId("document", UUID(item["id"])) for item in items])
        return [await self._opened(item, chain) for item, chain in zip(items, chains, strict=True)]

    async def open(self, item: dict[str, Any]) -> OpenedDocument:
        """A document of a list, asked for on its own."""
        (chain,) = await self.chains([ObjectId("document", UUID(item["id"]))])
        return await self._opened(item, chain)

    async def _opened(self, item: dict[str, Any], chain: list[Link]) -> OpenedDocument:
        """Chain, hashes, wrap, body: in this order, and all of them."""
        sealed, asked = item["sealed"], ObjectId("document", UUID(item["id"]))
        attrs = {name: base64url.decode(value) for name, value in sealed["attrs"].items()}
        put = self.proven(asked, chain, sealed, item["later"], attrs)
        box = Box.from_json(sealed)
        if put.bytes("boxHash") != box.hash:
            raise DataLoss("the payload is not the signed one")
        content = Content(self.of.account_id, asked.kind, asked.id, put.number("contentRevision"))
        key = await self.key_of(content, wraps_of(sealed, item["later"]))
        schema = put.number("schema")
        document = decoded(asked.kind, schema, open_record(key, content, schema, box))
        versions = attrs.get("versions", b"")
        file_ids = tuple(UUID(bytes=versions[at : at + 16]) for at in range(0, len(versions), 16))
        return OpenedDocument(asked.id, document, file_ids, item)
