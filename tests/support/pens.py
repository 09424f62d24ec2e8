"""A device that writes documents and files: real keys and statements, in the shapes of the wire."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from client.crypto import base64url
from client.crypto.audiences import Audience, audience_of
from client.crypto.box import Box
from client.crypto.content_keys import Content, new_content_key, open_wrap, wrap_for_role
from client.crypto.devices import DeviceKeys
from client.crypto.files import FileOpener, FileSealer, Header, frame_root
from client.crypto.hashes import WrapName, attrs_hash, wraps_hash
from client.crypto.padding import pad_file, unpad_file
from client.crypto.records import open_record, seal_record
from client.crypto.statements import NO_HASH, Field, parse
from tests.support.parties import Party
from tests.support.seen import statement_of

FRAME = 4096
PART_FRAMES = 1280  # a little over 5 MiB of frames


def b64(data: bytes) -> str:
    return base64url.encode(data)


def newest(item: dict[str, Any]) -> tuple[int, bytes]:
    """The number and hash of the newest statement about a document or file."""
    statement = (item["later"] or [item.get("sealed", item)])[-1]["statementB64u"]
    read = parse(base64url.decode(statement))
    return read.seq, read.hash


def content_of(account: UUID, item: dict[str, Any]) -> Content:
    """The content in force, by the statement that brought it."""
    put = parse(base64url.decode(item.get("sealed", item)["statementB64u"]))
    kind = put.fields.get("kind", "file")
    number = put.number("version" if put.type == "file.put" else "contentRevision")
    return Content(account, str(kind), put.uuid("id"), number)


def audience_of_item(item: dict[str, Any]) -> Audience:
    """Who is meant to read it: the newest statement with an audience says so."""
    statements = [item.get("sealed", item), *item["later"]]
    read = [parse(base64url.decode(said["statementB64u"])) for said in statements]
    return [said for said in read if "audience" in said.fields][-1].roles("audience")


@dataclass
class SealedFile:
    """A file as the worker has it: its parts, and what finalising sends."""

    id: UUID
    content: list[bytes]
    thumbnail: list[bytes]
    session: dict[str, Any]
    ending: dict[str, Any]
    parts: list[tuple[dict[str, Any], bytes]]


@dataclass
class Pen:
    """Writes for one device, with the role keys of the party."""

    party: Party
    device: DeviceKeys
    keys: dict[tuple[UUID, int], bytes] = field(default_factory=dict[tuple[UUID, int], bytes])

    def sealed(
        self,
        document: UUID,
        roles: list[UUID],
        attrs: dict[str, bytes],
        body: dict[str, Any],
        *,
        after: dict[str, Any] | None = None,
        kind: str = "document",
        audience: list[UUID] | None = None,
    ) -> dict[str, Any]:
        """A `record.put`: the first one, or the one that follows what is shown.

        The wraps are for `roles`; the audience is those too, unless some of it are owed theirs.
        """
        revision, previous = newest(after) if after else (0, NO_HASH)
        content_revision = (content_of(self.party.account, after).revision if after else 0) + 1
        content = Content(self.party.account, kind, document, content_revision)
        key = self.keys[document, content_revision] = new_content_key()
        box = seal_record(key, content, 1, body)
        wraps, named = self._wraps(content, key, roles)
        salt = secrets.token_bytes(16)
        fields: dict[str, Field] = {
            "kind": kind,
            "id": document,
            "contentRevision": content_revision,
            "schema": 1,
            "boxHash": box.hash,
            "audience": audience_of(audience or roles),
            "wrapsHash": wraps_hash(named),
            "attrsHash": attrs_hash(salt, attrs),
        }
        return {
            "attrs": {name: b64(value) for name, value in attrs.items()},
            "attrsSaltB64u": b64(salt),
            "wraps": wraps,
            **box.to_json(),
            **self._signed("record.put", revision + 1, previous, fields),
        }

    def attested(
        self, item: dict[str, Any], attrs: dict[str, bytes], *, kind: str = "document"
    ) -> dict[str, Any]:
        """A `record.attrs` after what is shown."""
        revision, previous = newest(item)
        salt = secrets.token_bytes(16)
        fields: dict[str, Field] = {
            "kind": kind,
            "id": UUID(item["id"]),
            "contentRevision": content_of(self.party.account, item).revision,
            "attrsHash": attrs_hash(salt, attrs),
        }
        return {
            "attrs": {name: b64(value) for name, value in attrs.items()},
            "attrsSaltB64u": b64(salt),
            **self._signed("record.attrs", revision + 1, previous, fields),
        }

    def deletion(self, item: dict[str, Any], *, kind: str = "document") -> dict[str, Any]:
        revision, previous = newest(item)
        fields: dict[str, Field] = {"kind": kind, "id": UUID(item["id"])}
        return self._signed("record.delete", revision + 1, previous, fields)

    def share(
        self, kind: str, item: dict[str, Any], roles: list[UUID], audience: list[UUID] | None = None
    ) -> dict[str, Any]:
        """A `content.share` with wraps of the key in force, for the audience in force and these roles."""
        revision, previous = newest(item)
        content = content_of(self.party.account, item)
        number, object_id = content.revision, content.id
        wraps, named = self._wraps(content, self.keys[object_id, number], roles)
        fields: dict[str, Field] = {
            "kind": kind,
            "id": object_id,
            "contentRevision": number,
            "audience": audience_of(audience or [*audience_of_item(item), *roles]),
            "wrapsHash": wraps_hash(named),
        }
        return {"wraps": wraps, **self._signed("content.share", revision + 1, previous, fields)}

    def file(
        self,
        data: bytes,
        roles: list[UUID],
        *,
        thumbnail: bytes | None = None,
        after: dict[str, Any] | None = None,
        audience: list[UUID] | None = None,
    ) -> SealedFile:
        """A whole file: frames, manifest, wraps and `file.put`; or the next version of the one shown."""
        before = statement_of(after) if after else None
        file_id = before.uuid("id") if before else uuid4()
        version = before.number("version") + 1 if before else 1
        revision, previous = newest(after) if after else (0, NO_HASH)
        content = Content(self.party.account, "file", file_id, version)
        key = self.keys[file_id, version] = new_content_key()
        sealer = FileSealer(key, content, "content", FRAME)
        frames = list(sealer.seal_all(pad_file(data)))
        small = FileSealer(key, content, "thumbnail", FRAME) if thumbnail is not None else None
        small_frames = list(small.seal_all(thumbnail or b"")) if small else []
        manifest = seal_record(key, content, 1, {"v": 1, "name": "passport.pdf", "bytes": len(data)})
        wraps, named = self._wraps(content, key, roles)
        salt = secrets.token_bytes(16)
        size = sum(map(len, frames))
        fields: dict[str, Field] = {
            "kind": "file",
            "id": file_id,
            "version": version,
            "headerHash": sealer.header.hash,
            "frameCount": len(frames),
            "encryptedSize": size,
            "frameRoot": sealer.root,
            "manifestHash": manifest.hash,
            "thumbnailHeaderHash": small.header.hash if small else None,
            "thumbnailFrameCount": len(small_frames) if small else None,
            "thumbnailFrameRoot": small.root if small else None,
            "audience": audience_of(audience or roles),
            "wrapsHash": wraps_hash(named),
            "attrsHash": attrs_hash(salt, {}),
        }
        ending = {
            "headerB64u": b64(sealer.header.encode()),
            "manifest": manifest.to_json(),
            "wraps": wraps,
            "attrsSaltB64u": b64(salt),
            **self._signed("file.put", revision + 1, previous, fields),
        }
        session: dict[str, Any] = {
            "fileId": str(file_id),
            "version": version,
            "encryptedSize": size,
            "frameSize": FRAME,
            "frameCount": len(frames),
        }
        if small:
            ending["thumbnailHeaderB64u"] = b64(small.header.encode())
            session["thumbnail"] = {
                "encryptedSize": sum(map(len, small_frames)),
                "frameSize": FRAME,
                "frameCount": len(small_frames),
            }
        parts = [*_parts("content", frames), *_parts("thumbnail", small_frames)]
        return SealedFile(file_id, frames, small_frames, session, ending, parts)

    def open_document(self, item: dict[str, Any], role: UUID, *, kind: str = "document") -> dict[str, Any]:
        """What a holder of this role reads."""
        sealed = item["sealed"]
        content = content_of(self.party.account, item)
        assert content.kind == kind
        wraps = [wrap for said in (sealed, *item.get("later", ())) for wrap in said.get("wraps", ())]
        return open_record(self._key(wraps, content, role), content, 1, Box.from_json(sealed))

    def open_file(self, bundle: dict[str, Any], ciphertext: bytes, role: UUID, true_size: int) -> bytes:
        """The true bytes of a file, with every frame and the root checked."""
        put = statement_of(bundle)
        content = Content(self.party.account, "file", put.uuid("id"), put.number("version"))
        wraps = [wrap for said in (bundle, *bundle["later"]) for wrap in said.get("wraps", ())]
        key = self._key(wraps, content, role)
        header = Header.decode(base64url.decode(bundle["headerB64u"]))
        opener = FileOpener(key, content, "content", header, put.number("frameCount"))
        full = header.frame_size + 16
        frames = [ciphertext[start : start + full] for start in range(0, len(ciphertext), full)]
        hashes = base64url.decode(bundle["frameHashesB64u"])
        assert hashes == b"".join(hashlib.sha256(frame).digest() for frame in frames)
        root = frame_root([hashes[start : start + 32] for start in range(0, len(hashes), 32)])
        return unpad_file(opener.open_all(frames, root), true_size)

    def _key(self, wraps: list[dict[str, Any]], content: Content, role: UUID) -> bytes:
        wrap = next(entry for entry in wraps if entry["roleId"] == str(role))
        generation = wrap["generation"]
        kek = self.party.secrets[role, generation].kek(self.party.account, role, generation)
        return open_wrap(Box.from_json(wrap), content, role, generation, kek)

    def _wraps(
        self, content: Content, key: bytes, roles: list[UUID]
    ) -> tuple[list[dict[str, Any]], list[WrapName]]:
        wraps: list[dict[str, Any]] = []
        named: list[WrapName] = []
        for role in sorted(roles):
            generation = self.party.log.known.roles[role].generation
            kek = self.party.secrets[role, generation].kek(self.party.account, role, generation)
            box = wrap_for_role(key, content, role, generation, kek)
            wraps.append({"roleId": str(role), "generation": generation, "mode": "wrap", **box.to_json()})
            named.append(WrapName(role, generation, box.hash))
        return wraps, named

    def _signed(self, type_: str, seq: int, previous: bytes, fields: dict[str, Field]) -> dict[str, Any]:
        writer = self.party.writer(self.device)
        signed = writer.content(type_, seq, previous, fields, self.party.now, self.party.view)
        return {
            "statementB64u": b64(signed.statement.raw),
            "signatureB64u": b64(signed.signatures[0]),
        }


def _parts(name: str, frames: list[bytes]) -> list[tuple[dict[str, Any], bytes]]:
    parts: list[tuple[dict[str, Any], bytes]] = []
    for start in range(0, len(frames), PART_FRAMES):
        group = frames[start : start + PART_FRAMES]
        data = b"".join(group)
        described = {
            "object": name,
            "number": start // PART_FRAMES + 1,
            "size": len(data),
            "sha256B64u": b64(hashlib.sha256(data).digest()),
            "frameHashesB64u": b64(b"".join(hashlib.sha256(frame).digest() for frame in group)),
        }
        parts.append((described, data))
    return parts
