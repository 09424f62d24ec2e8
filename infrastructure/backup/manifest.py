"""What a sealed file says of itself, before anything else."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime
from pathlib import Path

import msgspec

from infrastructure.backup.members import Member, MemberReader
from infrastructure.backup.refusals import NotDone
from infrastructure.backup.sealed_file import Kind, opened

FORMAT = 1


class Manifest(msgspec.Struct, frozen=True, rename="camel"):
    format: int
    installation: str
    """Names the installation and tells nothing of its secrets."""
    taken_at: datetime
    positions: dict[str, int]
    """The end of each log: everything up to there is in the backup, and nothing after it."""
    migrations: tuple[str, ...]
    log_name: str
    public_url: str


def installation_of(kek: bytes) -> str:
    return hmac.digest(kek, b"coffer.v1.installation", hashlib.sha256)[:12].hex()


def manifest_of(member: Member, file: Path) -> Manifest:
    """The first member of a file."""
    if member.facts.get("format") != FORMAT:
        raise NotDone(f"{file} was written by a newer Coffer: restore it with that one.")
    return msgspec.convert(member.facts, Manifest, strict=False)


def read_manifest(file: Path, kind: Kind, passphrase: str) -> Manifest:
    """Read no further than to the manifest: this tells nothing of the rest of the file."""
    reader = MemberReader(opened(file, kind, passphrase))
    return manifest_of(next(reader.members()), file)
