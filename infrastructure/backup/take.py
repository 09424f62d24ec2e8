"""Taking a backup of an installation while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import psycopg

from infrastructure.backup.manifest import FORMAT, Manifest, installation_of, read_manifest
from infrastructure.backup.members import MemberWriter
from infrastructure.backup.objects import ReadableObjects, copy_objects_out, objects_in
from infrastructure.backup.refusals import NotDone
from infrastructure.backup.sealed_file import BACKUP, KEYS, SHORTEST_PASSPHRASE, SealedWriter
from infrastructure.backup.tables import APART, LAST, LEFT_OUT, copy_out, tables_of
from infrastructure.collecting import CopiedAlready, NotKept, keep_objects

SECRETS = frozenset({"auth-secret", "kek", "blob-secret", "log-key.pem"})
"""By the names of their files."""


@dataclass(frozen=True)
class Source:
    """An installation to take a backup of."""

    owner_url: str
    objects: ReadableObjects
    secrets: Mapping[str, bytes]
    """Those of `SECRETS`, as their files hold them."""
    log_name: str
    public_url: str


@dataclass(frozen=True)
class Taken:
    positions: Mapping[str, int]
    objects: int
    damaged: Sequence[str]


def keys_beside(file: Path) -> Path:
    """Where the keys of the backups of a folder lie: each backup replaces those before."""
    return file.with_name("coffer.keys")


def take_backup(source: Source, file: Path, keys: Path, passphrase: str) -> Taken:
    """Write `file` and replace `keys`. Raises `NotDone`; what was there before is there then."""
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise NotDone(f"A pass-phrase of a backup has at least {SHORTEST_PASSPHRASE} characters.")
    if file.exists():
        raise NotDone(f"{file} is there already: name another file.")
    before = _keys_before(keys, installation_of(source.secrets["kek"]), passphrase)
    try:
        # Nothing deletes an object until all of them are copied.
        with keep_objects(source.owner_url) as prove_kept, psycopg.connect(source.owner_url) as owner:
            return _take(source, owner, file, keys, passphrase, before, prove_kept)
    except CopiedAlready:
        raise NotDone(
            "Another backup of this installation is being taken. Wait until it has ended."
        ) from None
    except NotKept as lost:
        raise NotDone(
            "The connection that keeps objects from being collected was lost: take the backup again."
        ) from lost
    except psycopg.Error as failure:
        raise NotDone(f"The database cannot be read: {str(failure).splitlines()[0]}") from failure
    except OSError as failure:
        raise NotDone(f"{file} cannot be written: {(failure.strerror or str(failure)).lower()}.") from failure


def _take(
    source: Source,
    owner: psycopg.Connection,
    file: Path,
    keys: Path,
    passphrase: str,
    before: Mapping[str, int],
    prove_kept: Callable[[], None],
) -> Taken:
    # One snapshot for everything; a table whose rows were hidden from us would fail, and not be empty.
    owner.execute("set transaction isolation level repeatable read, read only")
    owner.execute("set row_security = off")
    manifest = _manifest(source, owner)
    if any(manifest.positions.get(log, 0) < position for log, position in before.items()):
        raise NotDone(f"{keys} belongs to newer backups than this one would be: name another folder.")
    tables = tables_of(owner)
    with SealedWriter(file, BACKUP, passphrase) as sealed:
        archive = MemberWriter(sealed)
        _begin(archive, manifest)
        for name, secret in sorted(source.secrets.items()):
            archive.begin(f"secret/{name}")
            archive.data(secret)
        for table in sorted(tables, key=lambda table: table.full_name == LAST):
            if table.full_name not in LEFT_OUT:
                copy_out(owner, table, archive)
        with SealedWriter(keys, KEYS, passphrase) as sealed_keys:
            beside = MemberWriter(sealed_keys)
            _begin(beside, manifest)
            for table in tables:
                if table.full_name in APART:
                    copy_out(owner, table, beside)
            beside.end()
            # Without the lock another backup may have put newer ones in their place.
            prove_kept()
        objects = objects_in(owner)
        # All of the snapshot has been read: a long copy of objects need not hold it.
        owner.rollback()
        damaged = asyncio.run(copy_objects_out(source.objects, objects, archive))
        prove_kept()
        archive.end()
    return Taken(manifest.positions, len(objects), damaged)


def _keys_before(keys: Path, installation: str, passphrase: str) -> Mapping[str, int]:
    """How far the keys reach that would be replaced: those of another installation, or under a pass-phrase
    that is not this one, must not be lost."""
    if not keys.exists():
        return {}
    try:
        known = read_manifest(keys, KEYS, passphrase)
    except NotDone as unreadable:
        raise NotDone(
            f"The keys of earlier backups would be replaced, and {keys} does not open with this pass-phrase: "
            "use the one of the earlier backups, or another folder."
        ) from unreadable
    if known.installation != installation:
        raise NotDone(f"{keys} belongs to another installation: keep its backups in another folder.")
    return known.positions


def _manifest(source: Source, owner: psycopg.Connection) -> Manifest:
    positions = dict(owner.execute("select log_id, position from es.head order by 1").fetchall())
    migrations = owner.execute("select name from public.migration order by 1").fetchall()
    return Manifest(
        FORMAT,
        installation_of(source.secrets["kek"]),
        datetime.now(UTC),
        {str(log): position for log, position in positions.items()},
        tuple(name for (name,) in migrations),
        source.log_name,
        source.public_url,
    )


def _begin(archive: MemberWriter, manifest: Manifest) -> None:
    archive.begin("manifest", **msgspec.to_builtins(manifest))
