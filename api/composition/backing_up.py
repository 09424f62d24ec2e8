"""What a backup is taken of, and what it is restored into, out of the settings."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from uuid import UUID, uuid4

import psycopg

from api.composition.blobs import store_of
from api.composition.following import FROM_NOW_ON
from api.composition.foundation import opened, wall_clock
from application.catalogue import DECIDERS
from application.commands import Commands
from application.ports import Context
from application.processes import forget_person
from domain.errors import Refused
from domain.ids import UserId
from domain.kernel import Actor
from infrastructure.backup.refusals import NotDone
from infrastructure.backup.restore import (
    Backup,
    ReadModels,
    erased_since,
    restore_database,
    restore_objects,
)
from infrastructure.backup.take import Source
from infrastructure.event_store.migrate import History
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.identity.people import StoredPeople
from infrastructure.local.secret_files import private_folder, write_private
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.postgres import open_pool
from infrastructure.rows.reader import PostgresReader
from infrastructure.setting_values import as_base64url, key
from infrastructure.settings import Settings, load_settings
from projections.catalogue import PROJECTIONS


def source_of(settings: Settings) -> Source:
    """This installation."""
    try:
        log_key = settings.log_key_file.read_bytes()
    except OSError:
        raise NotDone(f"The key of the history, {settings.log_key_file}, cannot be read.") from None
    return Source(
        settings.owner_database_url,
        store_of(settings, wall_clock),
        {
            "auth-secret": as_base64url(settings.auth_secret).encode(),
            "kek": as_base64url(settings.kek).encode(),
            "blob-secret": as_base64url(settings.blob_secret).encode(),
            "log-key.pem": log_key,
        },
        settings.log_name,
        settings.public_url,
    )


def fill_database(owner_url: str, backup: Backup) -> None:
    """Restore the database of a backup, and erase in it who was erased since."""
    wrapping = KeyWrapping(key(backup.secrets["kek"].decode()))
    history = History(EventRegistry(DECIDERS), wrapping)
    restore_database(owner_url, backup, ReadModels(PROJECTIONS, FROM_NOW_ON), history)
    people = erased_since(owner_url)
    if people:
        asyncio.run(_forget_again(owner_url, history, people))


async def _forget_again(owner_url: str, history: History, people: Sequence[UUID]) -> None:
    pool = open_pool(owner_url, size=2)
    keys = SubjectKeys(pool, history.wrapping)
    store = PostgresEventStore(owner_url, pool, history.registry, keys, inline=PROJECTIONS)
    commands = Commands(forget_person.routes(StoredPeople(PostgresReader(pool))), store)
    async with opened((pool, store)):
        for person in people:
            context = Context(Actor(), wall_clock(), uuid4(), uuid4())
            await commands.run(forget_person.ForgetAgain(user_id=UserId(person)), context)


def restore_into_servers(data: Path, backup: Backup, environ: Mapping[str, str]) -> Sequence[str]:
    """Into an empty database and object store. The secrets are put where the settings will look for them."""
    secrets = data / "secrets"
    named = {name: secrets / file for name, file in _FILES.items()}
    if any(file.exists() for file in named.values()):
        raise NotDone(f"{secrets} holds secrets already: restore where there is nothing yet.")
    values = {
        **environ,
        **{name: backup.secrets[file].decode() for name, file in _FILES.items() if name != _LOG_KEY},
        _LOG_KEY: str(named[_LOG_KEY]),
    }
    settings = load_settings(values)
    try:
        with psycopg.connect(settings.owner_database_url) as owner:
            if owner.execute("select to_regclass('es.head')").fetchone() != (None,):
                raise NotDone("The database holds data already: name an empty one.")
        fill_database(settings.owner_database_url, backup)
        damaged = restore_objects(store_of(settings, wall_clock), backup)
    except (psycopg.Error, Refused) as failure:
        said = str(failure).splitlines()[0]
        raise NotDone(f"Half restored; empty the database and begin again: {said}") from failure
    # Last: without them nothing starts on what is not whole.
    for name, file in named.items():
        write_private(private_folder(secrets) / file.name, backup.secrets[_FILES[name]])
    return damaged


_LOG_KEY = "COFFER_LOG_KEY_FILE"
_FILES = {
    "COFFER_AUTH_SECRET": "auth-secret",
    "COFFER_KEK": "kek",
    "COFFER_BLOB_SECRET": "blob-secret",
    _LOG_KEY: "log-key.pem",
}
