"""Restoring a backup into places where nothing is yet."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import psycopg
from psycopg import sql

from domain.identity.users import USER
from infrastructure.backup.manifest import Manifest, installation_of, manifest_of
from infrastructure.backup.members import MemberReader
from infrastructure.backup.objects import WritableObjects, copy_object_in
from infrastructure.backup.refusals import NotDone
from infrastructure.backup.sealed_file import BACKUP, KEYS, Kind, opened
from infrastructure.backup.tables import APART, TableRows, copy_in, go_on_numbering, tables_of
from infrastructure.backup.take import SECRETS
from infrastructure.event_store.migrate import MIGRATIONS, History, ensure_projections, migrate
from infrastructure.rows.schema import place_name, schema_of
from projections.kernel import Projection


@dataclass(frozen=True)
class Backup:
    """A file that was read to its end, with the keys that go with it."""

    file: Path
    keys: Path
    passphrase: str
    manifest: Manifest
    members: frozenset[str]
    secrets: Mapping[str, bytes]


@dataclass(frozen=True)
class ReadModels:
    """Those that this version of the product has."""

    projections: Sequence[Projection]
    reactions: Sequence[str]


def check_backup(file: Path, keys: Path, passphrase: str) -> Backup:
    """Read both files to their end. Raises `NotDone` for whatever would stop a restore half way."""
    manifest, members, secrets = _read_through(file, BACKUP, passphrase)
    if not keys.exists():
        raise NotDone(f"{keys} is missing: without the keys of the newest backup, nothing in {file} opens.")
    known, _, _ = _read_through(keys, KEYS, passphrase)
    if known.installation != manifest.installation:
        raise NotDone(f"{keys} belongs to another installation than {file}.")
    if any(known.positions.get(log, 0) < position for log, position in manifest.positions.items()):
        raise NotDone(f"{keys} is older than {file}: take the one of the newest backup.")
    here = {migration.name for migration in MIGRATIONS.glob("[0-9]*.sql")}
    if set(manifest.migrations) - here:
        raise NotDone(f"{file} was taken by a newer Coffer: restore it with that one.")
    if secrets.keys() ^ SECRETS or installation_of(secrets["kek"]) != manifest.installation:
        raise NotDone(f"{file} lacks a secret of its installation.")
    return Backup(file, keys, passphrase, manifest, members, secrets)


def restore_database(owner_url: str, backup: Backup, models: ReadModels, history: History) -> None:
    """Fill an empty database. Read models that the backup has in other versions are built from the log."""
    migrate(owner_url, only=backup.manifest.migrations)
    ensure_projections(owner_url, [model for model in models.projections if _is_in(backup, model)])
    with psycopg.connect(owner_url) as owner:
        _load(owner, _tables(owner, backup.file, BACKUP, backup.passphrase, set(APART)))
        _load(owner, _tables(owner, backup.keys, KEYS, backup.passphrase, set()))
        # Answers that were given after the backup speak of facts that are not there.
        last = max(backup.manifest.positions.values(), default=0)
        owner.execute("delete from es.idempotency where position > %s", (last,))
        _end_what_was_destroyed(owner)
        _forget_left_out(owner, backup, models)
        go_on_numbering(owner)
    migrate(owner_url)
    ensure_projections(owner_url, models.projections, models.reactions, history=history)


def restore_objects(store: WritableObjects, backup: Backup) -> Sequence[str]:
    """Store every object; the answer names those that were damaged when the backup was taken."""
    return asyncio.run(_objects(store, backup))


async def _objects(store: WritableObjects, backup: Backup) -> Sequence[str]:
    reader = MemberReader(opened(backup.file, BACKUP, backup.passphrase))
    left_out: list[str] = []
    for member in reader.members():
        kind, _, key = member.name.partition("/")
        if kind == "object" and not await copy_object_in(store, key, member.facts, reader.data()):
            left_out.append(key)
    return left_out


def _read_through(
    file: Path, kind: Kind, passphrase: str
) -> tuple[Manifest, frozenset[str], Mapping[str, bytes]]:
    """What a file says of itself, the names of its members, and the secrets in it."""
    reader = MemberReader(opened(file, kind, passphrase))
    secrets: dict[str, bytes] = {}
    names: set[str] = set()
    manifest: Manifest | None = None
    for member in reader.members():
        manifest = manifest or manifest_of(member, file)
        names.add(member.name)
        if member.name.startswith("secret/"):
            secrets[member.name.removeprefix("secret/")] = b"".join(reader.data())
    assert manifest is not None  # every file begins with it
    return manifest, frozenset(names), secrets


def _tables(
    owner: psycopg.Connection, file: Path, kind: Kind, passphrase: str, never: set[str]
) -> Iterable[tuple[TableRows, Iterable[bytes]]]:
    here = {table.full_name: table for table in tables_of(owner)}
    reader = MemberReader(opened(file, kind, passphrase))
    for member in reader.members():
        of, _, name = member.name.partition("/")
        if of == "table" and name in here and name not in never:
            yield here[name]._replace(columns=tuple(member.facts["columns"])), reader.data()


def _is_in(backup: Backup, model: Projection) -> bool:
    """Whether the backup has the rows of this version of a read model."""
    return {f"table/{schema_of(model)}.{table.name}" for table in model.tables} <= backup.members


def _load(owner: psycopg.Connection, tables: Iterable[tuple[TableRows, Iterable[bytes]]]) -> None:
    for table, data in tables:
        copy_in(owner, table, data)


def _forget_left_out(owner: psycopg.Connection, backup: Backup, models: ReadModels) -> None:
    """Read models whose rows were left out have no place in the log, and are not shown."""
    there = {name.removeprefix("table/p_").partition(".")[0] for name in backup.members if "/p_" in name}
    gone = sorted(there - {place_name(model) for model in models.projections})
    owner.execute("delete from es.tracking where follower = any(%s)", (gone,))
    owner.execute("delete from es.parked where follower = any(%s)", (gone,))
    owner.execute("delete from es.read_model where name || '_' || version = any(%s)", (gone,))


# Who was erased after the backup: their events are back, and their keys are not. What is no event (how they
# proved who they are, and the names they hold) must not come back either.
_PROOFS = ("identity.password", "identity.passkey", "identity.known_browser")
_ERASED = """
select u.id from read.users as u
where not u.erased and not exists (select from es.subject_key as k where k.subject = u.id)
"""


def _end_what_was_destroyed(owner: psycopg.Connection) -> None:
    for table in _PROOFS:
        owner.execute(
            sql.SQL(
                "delete from {} as proof where not exists (select from es.subject_key as k "
                "where k.subject = proof.user_id)"
            ).format(sql.Identifier(*table.split(".")))
        )
    if owner.execute("select to_regclass('read.sessions')").fetchone() != (None,):
        owner.execute(
            "delete from identity.session_secret as secret using read.sessions as s "
            "where s.id = secret.session_id and not exists "
            "(select from es.subject_key as k where k.subject = s.user_id)"
        )


def erased_since(owner_url: str) -> list[UUID]:
    """The people of a restored database who were erased after the backup. No event can give back the names
    that they hold, because nobody can read them any more: they are given back here."""
    with psycopg.connect(owner_url) as owner:
        people = [id for (id,) in owner.execute(_ERASED).fetchall()]
        streams = [USER.stream(None, id) for id in people]
        owner.execute("delete from es.claim where stream_id = any(%s)", (streams,))
        owner.execute("delete from read.sign_in_methods where user_id = any(%s)", (people,))
        return people
