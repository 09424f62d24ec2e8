"""Files of a member: encrypted frame by frame, sent by part, and read back whole or not at all."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import httpx

from client.contents import Contents, shown_in, wraps_of
from client.crypto import base64url
from client.crypto.audiences import Audience
from client.crypto.box import Box
from client.crypto.chains import ObjectId
from client.crypto.content_keys import Content, new_content_key
from client.crypto.errors import DataLoss, NotFound
from client.crypto.files import (
    FRAME_SIZE,
    TAG,
    FileOpener,
    FileSealer,
    Header,
    Purpose,
    encrypted_size,
    size_fits,
)
from client.crypto.hashes import attrs_hash, wraps_hash
from client.crypto.merkle import leaf_hash, root_of
from client.crypto.padding import pad_file, pad_thumbnail, unpad_file
from client.crypto.records import open_record, seal_record
from client.crypto.statements import NO_HASH, Field, Statement
from client.payloads import decoded, demand_writable
from client.role_keyring import content_signed

PART_FRAMES = 32
PARTS_AT_ONCE = 16

# Statements of files name no version of their manifest.
MANIFEST = 1


class OpenedFile(NamedTuple):
    manifest: dict[str, Any]
    content: bytes


class NewFile(NamedTuple):
    """A file to be sent. `about` is what its manifest says beside name, type and size; without an audience it
    is for those who are meant to read a new document."""

    name: str
    media_type: str
    content: bytes
    thumbnail: bytes | None = None
    about: Mapping[str, Any] = {}
    audience: Audience | None = None


class _Frames(NamedTuple):
    """Proven frames in one piece, and the manifest of their file as it was sealed."""

    manifest: dict[str, Any]
    padded: bytes


class _Sealing(NamedTuple):
    """An object of an upload with all its frames: the contents, or the small picture of them."""

    object: Purpose
    sealer: FileSealer
    frames: Sequence[bytes]
    extent: dict[str, int]

    @property
    def header_b64u(self) -> str:
        return base64url.encode(self.sealer.header.encode())

    def parts(self) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Each part as it is announced, and its bytes."""
        for number, at in enumerate(range(0, len(self.frames), PART_FRAMES), start=1):
            mine = self.frames[at : at + PART_FRAMES]
            body = b"".join(mine)
            hashes = b"".join(hashlib.sha256(frame).digest() for frame in mine)
            yield (
                {
                    "object": self.object,
                    "number": number,
                    "size": len(body),
                    "sha256B64u": base64url.encode(hashlib.sha256(body).digest()),
                    "frameHashesB64u": base64url.encode(hashes),
                },
                body,
            )


class Files(Contents):
    """Uploads and downloads."""

    async def upload(self, name: str, media_type: str, content: bytes) -> UUID:
        """One file, for those who are meant to read a new document."""
        return (await self.upload_all([NewFile(name, media_type, content)]))[0]

    async def upload_all(self, files: Iterable[NewFile]) -> list[UUID]:
        """Encrypt files, send their frames, and make each known by its `file.put`, one after the other."""
        await self.of.ledger.sync()
        return [await self._upload(file) for file in files]

    async def _upload(self, new: NewFile) -> UUID:
        manifest = {**manifest_of(new.name, new.media_type, new.content), **new.about}
        schema = demand_writable("file", manifest)
        file, key = Content(self.of.account_id, "file", uuid4(), 1), new_content_key()
        whole = _sealing("content", key, file, pad_file(new.content))
        picture = new.thumbnail
        small = None if picture is None else _sealing("thumbnail", key, file, pad_thumbnail(picture))
        session: dict[str, Any] = {"fileId": str(file.id), "version": file.revision, **whole.extent}
        if small is not None:
            session["thumbnail"] = small.extent
        upload_id: str = (await self.of.api.post("/api/uploads/session", session))["uploadId"]
        parts = [part for sealing in (whole, small) if sealing for part in sealing.parts()]
        sent = [
            done
            for at in range(0, len(parts), PARTS_AT_ONCE)
            for done in await self._send(upload_id, parts[at : at + PARTS_AT_ONCE])
        ]
        box = seal_record(key, file, schema, manifest)
        ending = await self._signed_end(file, key, box, whole, small, new.audience)
        await self.of.api.post("/api/uploads/finalise", {"uploadId": upload_id, "parts": sent, **ending})
        return file.id

    async def _signed_end(
        self,
        file: Content,
        key: bytes,
        manifest: Box,
        whole: _Sealing,
        small: _Sealing | None,
        audience: Audience | None,
    ) -> dict[str, Any]:
        """The `file.put`, and everything that it names."""
        audience = audience or self.audience_for("document")
        wraps, named = await self.wraps_for(file, key, audience)
        salt = secrets.token_bytes(16)
        fields: dict[str, Field] = {
            "kind": "file",
            "id": file.id,
            "version": file.revision,
            "headerHash": whole.sealer.header.hash,
            "frameCount": len(whole.frames),
            "encryptedSize": whole.extent["encryptedSize"],
            "frameRoot": whole.sealer.root,
            "manifestHash": manifest.hash,
            "thumbnailHeaderHash": small and small.sealer.header.hash,
            "thumbnailFrameCount": small and len(small.frames),
            "thumbnailFrameRoot": small and small.sealer.root,
            "audience": audience,
            "wrapsHash": wraps_hash(named),
            "attrsHash": attrs_hash(salt, {}),
        }
        signed = self.of.writer.content("file.put", 1, NO_HASH, fields, *self.of.now)
        ending: dict[str, Any] = {
            "headerB64u": whole.header_b64u,
            "manifest": manifest.to_json(),
            "wraps": wraps,
            "attrsSaltB64u": base64url.encode(salt),
            **content_signed(signed),
        }
        if small is not None:
            ending["thumbnailHeaderB64u"] = small.header_b64u
        return ending

    async def _send(
        self, upload_id: str, parts: Sequence[tuple[dict[str, Any], bytes]]
    ) -> list[dict[str, Any]]:
        """Each part to an address that takes exactly its bytes."""
        announced = [part for part, _ in parts]
        done: list[dict[str, Any]] = []
        for address, (part, body) in zip(await self._addresses(upload_id, announced), parts, strict=True):
            sent = await self._put(address, body)
            if sent.status_code == HTTPStatus.FORBIDDEN:
                # An address holds for a while only, and a clock may have been set since it was made.
                (address,) = await self._addresses(upload_id, [part])
                sent = await self._put(address, body)
            sent.raise_for_status()
            done.append({"object": part["object"], "number": part["number"], "etag": sent.headers["ETag"]})
        return done

    async def _addresses(self, upload_id: str, parts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        asked = {"uploadId": upload_id, "parts": parts}
        return (await self.of.api.post("/api/uploads/session", asked))["parts"]

    async def _put(self, address: dict[str, Any], body: bytes) -> httpx.Response:
        return await self.of.api.http.request(
            address["method"], address["url"], content=body, headers=address["headers"]
        )

    async def download(self, file_id: UUID) -> OpenedFile:
        """The whole file, or nothing of it: frames, their order and their root are those of the author."""
        opened = await self._opened_frames(file_id, "content")
        manifest = decoded("file", MANIFEST, opened.manifest)
        content = unpad_file(opened.padded, manifest["bytes"])
        if digest_of(content) != manifest["digest"]:
            raise DataLoss("the file is not the one of its manifest")
        return OpenedFile(manifest, content)

    async def thumbnail(self, file_id: UUID) -> bytes:
        """The small picture of a file, with the zeros that hide its size."""
        return (await self._opened_frames(file_id, "thumbnail")).padded

    async def _opened_frames(self, file_id: UUID, purpose: Purpose) -> _Frames:
        place = f"/api/uploads/{file_id}" if purpose == "content" else f"/api/uploads/thumbnails/{file_id}"
        bundle = await self.of.api.get(f"{place}/bundle")
        asked = ObjectId("file", file_id)
        (chain,) = await self.chains([asked])
        put, _ = self.proven(asked, chain, shown_in(bundle, bundle["later"], {}))
        manifest_box = Box.from_json(bundle["manifest"])
        if put.bytes("manifestHash") != manifest_box.hash:
            raise DataLoss("the file is not the signed one")
        header, count, root = _signed_frames(put, bundle, purpose)
        content = Content(self.of.account_id, asked.kind, asked.id, put.number("version"))
        key = await self.key_of(content, wraps_of(bundle, bundle["later"]))
        manifest = open_record(key, content, MANIFEST, manifest_box)
        answer = await self.of.api.http.get(bundle["url"])
        answer.raise_for_status()
        size = len(answer.content)
        if purpose == "content" and size != put.number("encryptedSize"):
            raise DataLoss("the file has another size than the signed one")
        if not size_fits(size, count, header.frame_size):
            raise DataLoss("the file has another size than its frames")
        step = header.frame_size + TAG
        frames = [answer.content[at : at + step] for at in range(0, size, step)]
        opener = FileOpener(key, content, purpose, header, count)
        return _Frames(manifest, opener.open_all(frames, root))


def _sealing(object_: Purpose, key: bytes, file: Content, padded: bytes) -> _Sealing:
    sealer = FileSealer(key, file, object_, FRAME_SIZE)
    count, size = encrypted_size(len(padded))
    extent = {"encryptedSize": size, "frameSize": FRAME_SIZE, "frameCount": count}
    return _Sealing(object_, sealer, list(sealer.seal_all(padded)), extent)


def _signed_frames(put: Statement, bundle: Mapping[str, Any], purpose: Purpose) -> tuple[Header, int, bytes]:
    """Header, number of frames and their root, where the header is the signed one."""
    if purpose == "content":
        names = ("headerHash", "frameCount", "frameRoot")
    else:
        names = ("thumbnailHeaderHash", "thumbnailFrameCount", "thumbnailFrameRoot")
    if put.fields[names[0]] is None:
        raise NotFound("this file has no small picture")
    sent = bundle["headerB64u" if purpose == "content" else "thumbnailHeaderB64u"]
    header = Header.decode(base64url.decode(sent))
    if put.bytes(names[0]) != header.hash:
        raise DataLoss("the file is not the signed one")
    return header, put.number(names[1]), put.bytes(names[2])


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
