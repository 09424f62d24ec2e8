"""Documents and files of a member: sealed before they leave, checked before they are shown."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from client.crypto import base64url
from client.crypto.box import Box
from client.crypto.canonical import text
from client.crypto.content_keys import (
    Content,
    new_content_key,
    open_seal,
    open_wrap,
    seal_to_role,
    wrap_for_role,
)
from client.crypto.content_rules import is_signed
from client.crypto.errors import DataLoss, NotFound
from client.crypto.files import FRAME_SIZE, FileOpener, FileSealer, Header, encrypted_size
from client.crypto.hashes import WrapName, attrs_hash, ids_value, wraps_hash
from client.crypto.merkle import leaf_hash, root_of
from client.crypto.padding import pad_file, unpad_file
from client.crypto.records import open_record, seal_record
from client.crypto.statements import NO_HASH, Field, SignedStatement, parse
from client.member import Member
from client.role_keyring import content_signed

PART_FRAMES = 32
SCHEMA = 1


class OpenedDocument(NamedTuple):
    id: UUID
    document: dict[str, Any]
    file_ids: tuple[UUID, ...]
    item: dict[str, Any]


class OpenedFile(NamedTuple):
    manifest: dict[str, Any]
    content: bytes


@dataclass(frozen=True)
class Cabinet:
    """The documents that one member reads and writes."""

    of: Member

    @property
    def audience(self) -> list[UUID]:
        """Everybody who works in the account: the roles with documents that have a key."""
        keys = (self.of.built_in(key) for key in ("owner", "admin", "member"))
        return sorted(role for role in keys if role in self.of.log.known.roles)

    # --- writing

    async def upload(self, name: str, media_type: str, content: bytes) -> UUID:
        """Encrypt a file, send its frames, and make it known by its `file.put`."""
        await self.of.ledger.sync()
        file = Content(self.of.account_id, "file", uuid4(), 1)
        key, padded = new_content_key(), pad_file(content)
        sealer = FileSealer(key, file, "content", FRAME_SIZE)
        count, size = encrypted_size(len(padded))
        session: dict[str, Any] = {
            "fileId": str(file.id),
            "version": 1,
            "encryptedSize": size,
            "frameSize": FRAME_SIZE,
            "frameCount": count,
        }
        upload_id = (await self.of.api.post("/api/uploads/session", session))["uploadId"]
        frames = list(sealer.seal_all(padded))
        parts = [
            await self._send(upload_id, number, frames) for number in range(1, -(-count // PART_FRAMES) + 1)
        ]
        manifest = seal_record(key, file, SCHEMA, manifest_of(name, media_type, content))
        wraps, named = await self._wraps(file, key)
        salt = secrets.token_bytes(16)
        fields: dict[str, Field] = {
            "kind": "file",
            "id": file.id,
            "version": 1,
            "headerHash": sealer.header.hash,
            "frameCount": count,
            "encryptedSize": size,
            "treeRoot": sealer.root,
            "manifestHash": manifest.hash,
            "thumbnailHeaderHash": None,
            "thumbnailFrameCount": None,
            "thumbnailRoot": None,
            "wrapsHash": wraps_hash(named),
            "attrsHash": attrs_hash(salt, {}),
        }
        signed = self.of.writer.content("file.put", 1, NO_HASH, fields, *self.of.now)
        ending = {
            "uploadId": upload_id,
            "parts": parts,
            "headerB64u": base64url.encode(sealer.header.encode()),
            "manifest": manifest.to_json(),
            "wraps": wraps,
            "attrsSaltB64u": base64url.encode(salt),
            **content_signed(signed),
        }
        await self.of.api.post("/api/uploads/finalise", ending)
        return file.id

    async def _send(self, upload_id: str, number: int, frames: Sequence[bytes]) -> dict[str, Any]:
        """One part, to the address that takes exactly these bytes."""
        mine = frames[(number - 1) * PART_FRAMES : number * PART_FRAMES]
        body = b"".join(mine)
        hashes = b"".join(hashlib.sha256(frame).digest() for frame in mine)
        part = {
            "object": "content",
            "number": number,
            "size": len(body),
            "sha256B64u": base64url.encode(hashlib.sha256(body).digest()),
            "frameHashesB64u": base64url.encode(hashes),
        }
        signed = await self.of.api.post("/api/uploads/session", {"uploadId": upload_id, "parts": [part]})
        address = signed["parts"][0]
        sent = await self.of.api.http.request(
            address["method"], address["url"], content=body, headers=address["headers"]
        )
        sent.raise_for_status()
        return {"object": "content", "number": number, "etag": sent.headers["ETag"]}

    async def write(self, document: Mapping[str, Any], file_id: UUID | None = None) -> UUID:
        """A new document, with the file that it is about."""
        await self.of.ledger.sync()
        content, key = Content(self.of.account_id, "document", uuid4(), 1), new_content_key()
        box = seal_record(key, content, SCHEMA, document)
        wraps, named = await self._wraps(content, key)
        attrs = {"state": text("active")}
        attrs |= {"versions": ids_value([file_id], in_order=True)} if file_id else {"noteOnly": b"\x01"}
        salt = secrets.token_bytes(16)
        fields: dict[str, Field] = {
            "kind": "document",
            "id": content.id,
            "contentRevision": 1,
            "schema": SCHEMA,
            "bodyHash": box.hash,
            "wrapsHash": wraps_hash(named),
            "attrsHash": attrs_hash(salt, attrs),
        }
        signed = self.of.writer.content("record.put", 1, NO_HASH, fields, *self.of.now)
        sealed = {
            "id": str(content.id),
            "revision": 1,
            "contentRevision": 1,
            "schema": SCHEMA,
            "attrs": {name: base64url.encode(value) for name, value in attrs.items()},
            "attrsSaltB64u": base64url.encode(salt),
            "wraps": wraps,
            **box.to_json(),
            **content_signed(signed),
        }
        body: dict[str, Any] = {
            "id": str(content.id),
            "sealed": sealed,
            "audience": [str(role) for role in self.audience],
            "state": "active",
            **({"addVersion": {"fileId": str(file_id)}} if file_id else {"noteOnly": True}),
        }
        await self.of.api.post("/document/create", body)
        return content.id

    async def _wraps(self, content: Content, key: bytes) -> tuple[list[dict[str, Any]], list[WrapName]]:
        """One wrap per role; a role whose key must be renewed first is left out and owed."""
        wraps: list[dict[str, Any]] = []
        named: list[WrapName] = []
        for role in self.audience:
            known = self.of.log.known.roles[role]
            if known.roll_due:
                continue
            held = self.of.log.known.holds(self.of.user_id, role)
            if held:
                kek = (await self.of.roles.secret(role)).kek(content.account, role, known.generation)
                box = wrap_for_role(key, content, role, known.generation, kek)
            else:
                box = seal_to_role(key, content, known.newest)
            mode = "wrap" if held else "seal"
            wraps.append({"roleId": str(role), "generation": known.generation, "mode": mode, **box.to_json()})
            named.append(WrapName(role, known.generation, box.hash))
        return wraps, named

    # --- reading

    async def documents(self) -> list[OpenedDocument]:
        """The newest documents, opened."""
        await self.of.ledger.sync()
        items = await self.of.api.post("/document", {"limit": 200})
        return [await self.open(item) for item in items]

    async def open(self, item: dict[str, Any]) -> OpenedDocument:
        """Signature, hashes, wrap, body: in this order, and all of them."""
        sealed, later = item["sealed"], item["later"]
        content = Content(self.of.account_id, "document", UUID(item["id"]), sealed["contentRevision"])
        put = self._signed(sealed)
        statement, box = put.statement, Box.from_json(sealed)
        if (statement.type, statement.text("kind"), statement.uuid("id")) != (
            "record.put",
            "document",
            content.id,
        ):
            raise DataLoss("the statement is about something else")
        if statement.number("contentRevision") != content.revision or statement.bytes("bodyHash") != box.hash:
            raise DataLoss("the payload is not the signed one")
        shared = [wrap for entry in later for wrap in entry.get("wraps", [])]
        first = [wrap for wrap in sealed["wraps"] if wrap not in shared]
        if statement.bytes("wrapsHash") != wraps_hash([_name(wrap) for wrap in first]):
            raise DataLoss("the wraps are not the signed ones")
        attributes = [self._signed(entry) for entry in later if "attrsHash" in _fields(entry)]
        attrs_said = (attributes[-1] if attributes else put).statement.bytes("attrsHash")
        attrs = {name: base64url.decode(value) for name, value in sealed["attrs"].items()}
        if attrs_said != attrs_hash(base64url.decode(sealed["attrsSaltB64u"]), attrs):
            raise DataLoss("the attributes are not the signed ones")
        key = await self._key(content, sealed["wraps"])
        document = open_record(key, content, sealed["schema"], box)
        versions = attrs.get("versions", b"")
        file_ids = tuple(UUID(bytes=versions[at : at + 16]) for at in range(0, len(versions), 16))
        return OpenedDocument(content.id, document, file_ids, item)

    async def download(self, file_id: UUID) -> OpenedFile:
        """The whole file, or nothing of it: frames, their order and their root are those of the author."""
        await self.of.ledger.sync()
        bundle = await self.of.api.get(f"/api/uploads/{file_id}/bundle")
        content = Content(self.of.account_id, "file", file_id, bundle["version"])
        statement = self._signed(bundle).statement
        header = Header.decode(base64url.decode(bundle["headerB64u"]))
        manifest_box = Box.from_json(bundle["manifest"])
        if (statement.type, statement.uuid("id"), statement.number("version")) != (
            "file.put",
            file_id,
            content.revision,
        ):
            raise DataLoss("the statement is about something else")
        if (
            statement.bytes("headerHash") != header.hash
            or statement.bytes("manifestHash") != manifest_box.hash
        ):
            raise DataLoss("the file is not the signed one")
        key = await self._key(content, bundle["wraps"])
        manifest = open_record(key, content, SCHEMA, manifest_box)
        answer = await self.of.api.http.get(bundle["url"])
        answer.raise_for_status()
        step = header.frame_size + 16
        frames = [answer.content[at : at + step] for at in range(0, len(answer.content), step)]
        opener = FileOpener(key, content, "content", header, statement.number("frameCount"))
        padded = opener.open_all(frames, statement.bytes("treeRoot"))
        opened = unpad_file(padded, manifest["bytes"])
        if digest_of(opened) != manifest["digest"]:
            raise DataLoss("the file is not the one of its manifest")
        return OpenedFile(manifest, opened)

    async def _key(self, content: Content, wraps: Sequence[Mapping[str, Any]]) -> bytes:
        """The content key by the first wrap that opens for a role that is held here."""
        for wrap in wraps:
            role, generation = UUID(wrap["roleId"]), int(wrap["generation"])
            if not self.of.log.known.holds(self.of.user_id, role):
                continue
            secret = await self.of.roles.secret(role, generation)
            facts = self.of.log.known.roles[role].generations[generation - 1]
            box = Box.from_json(wrap)
            try:
                if wrap["mode"] == "seal":
                    return open_seal(box, content, facts, secret.agreement)
                kek = secret.kek(content.account, role, generation)
                return open_wrap(box, content, role, generation, kek)
            except DataLoss:
                continue
        raise NotFound("no wrap of this item opens here")

    def _signed(self, members: Mapping[str, Any]) -> SignedStatement:
        """A statement by a device that is active now; others would be shown as unverified."""
        statement = parse(base64url.decode(members["statementB64u"]))
        signed = SignedStatement(statement, (base64url.decode(members["signatureB64u"], size=64),))
        if not is_signed(self.of.log.known, signed):
            raise DataLoss("the author is not an active device of this account")
        return signed


def manifest_of(name: str, media_type: str, content: bytes) -> dict[str, Any]:
    return {
        "v": 1,
        "name": name,
        "mime": media_type,
        "bytes": len(content),
        "digest": digest_of(content),
    }


def digest_of(content: bytes) -> str:
    """The root over SHA-256 of each 256 KiB: browsers have no hash that takes a stream."""
    blocks = [content[at : at + FRAME_SIZE] for at in range(0, len(content), FRAME_SIZE)] or [b""]
    return base64url.encode(root_of([leaf_hash(hashlib.sha256(block).digest()) for block in blocks]))


def _name(wrap: Mapping[str, Any]) -> WrapName:
    return WrapName(UUID(wrap["roleId"]), wrap["generation"], Box.from_json(wrap).hash)


def _fields(entry: Mapping[str, Any]) -> Mapping[str, Field]:
    return parse(base64url.decode(entry["statementB64u"])).fields
