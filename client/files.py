"""Files of a member: encrypted frame by frame, sent by part, and read back whole or not at all."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import httpx

from client.contents import Contents, shown_in, wraps_of
from client.crypto import base64url
from client.crypto.box import Box
from client.crypto.chains import ObjectId
from client.crypto.content_keys import Content, new_content_key
from client.crypto.errors import DataLoss
from client.crypto.files import FRAME_SIZE, TAG, FileOpener, FileSealer, Header, encrypted_size, size_fits
from client.crypto.hashes import attrs_hash, wraps_hash
from client.crypto.merkle import leaf_hash, root_of
from client.crypto.padding import pad_file, unpad_file
from client.crypto.records import open_record, seal_record
from client.crypto.statements import NO_HASH, Field
from client.payloads import decoded, demand_writable
from client.role_keyring import content_signed

PART_FRAMES = 32

# Statements of files name no version of their manifest.
MANIFEST = 1


class OpenedFile(NamedTuple):
    manifest: dict[str, Any]
    content: bytes


class Files(Contents):
    """Uploads and downloads."""

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
        about = manifest_of(name, media_type, content)
        manifest = seal_record(key, file, demand_writable("file", about), about)
        audience = self.audience_for("document")
        wraps, named = await self.wraps_for(file, key, audience)
        salt = secrets.token_bytes(16)
        fields: dict[str, Field] = {
            "kind": "file",
            "id": file.id,
            "version": 1,
            "headerHash": sealer.header.hash,
            "frameCount": count,
            "encryptedSize": size,
            "frameRoot": sealer.root,
            "manifestHash": manifest.hash,
            "thumbnailHeaderHash": None,
            "thumbnailFrameCount": None,
            "thumbnailFrameRoot": None,
            "audience": audience,
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
        sent = await self._put(upload_id, part, body)
        if sent.status_code == HTTPStatus.FORBIDDEN:
            # An address holds for a while only, and a clock may have been set since it was made.
            sent = await self._put(upload_id, part, body)
        sent.raise_for_status()
        return {"object": "content", "number": number, "etag": sent.headers["ETag"]}

    async def _put(self, upload_id: str, part: dict[str, Any], body: bytes) -> httpx.Response:
        signed = await self.of.api.post("/api/uploads/session", {"uploadId": upload_id, "parts": [part]})
        address = signed["parts"][0]
        return await self.of.api.http.request(
            address["method"], address["url"], content=body, headers=address["headers"]
        )

    async def download(self, file_id: UUID) -> OpenedFile:
        """The whole file, or nothing of it: frames, their order and their root are those of the author."""
        bundle = await self.of.api.get(f"/api/uploads/{file_id}/bundle")
        asked = ObjectId("file", file_id)
        (chain,) = await self.chains([asked])
        put, _ = self.proven(asked, chain, shown_in(bundle, bundle["later"], {}))
        header = Header.decode(base64url.decode(bundle["headerB64u"]))
        manifest_box = Box.from_json(bundle["manifest"])
        if put.bytes("headerHash") != header.hash or put.bytes("manifestHash") != manifest_box.hash:
            raise DataLoss("the file is not the signed one")
        count, size = put.number("frameCount"), put.number("encryptedSize")
        if not size_fits(size, count, header.frame_size):
            raise DataLoss("the file has another size than its frames")
        content = Content(self.of.account_id, asked.kind, asked.id, put.number("version"))
        key = await self.key_of(content, wraps_of(bundle, bundle["later"]))
        manifest = decoded("file", MANIFEST, open_record(key, content, MANIFEST, manifest_box))
        answer = await self.of.api.http.get(bundle["url"])
        answer.raise_for_status()
        if len(answer.content) != size:
            raise DataLoss("the file has another size than the signed one")
        step = header.frame_size + TAG
        frames = [answer.content[at : at + step] for at in range(0, size, step)]
        opener = FileOpener(key, content, "content", header, count)
        padded = opener.open_all(frames, put.bytes("frameRoot"))
        opened = unpad_file(padded, manifest["bytes"])
        if digest_of(opened) != manifest["digest"]:
            raise DataLoss("the file is not the one of its manifest")
        return OpenedFile(manifest, opened)


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
