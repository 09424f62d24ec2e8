"""Restoring a backup into a data folder of `./run`, with a PostgreSQL of our own over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from infrastructure.backup.refusals import NotDone
from infrastructure.backup.restore import Backup, restore_objects
from infrastructure.local import data_folder
from infrastructure.local.database import ensure_database, ensure_login
from infrastructure.local.database_urls import DATABASE, LOGINS, password_of
from infrastructure.local.postgres import PostgresServer
from infrastructure.local.secret_files import private_folder, write_private
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.signed_addresses import SignedAddresses


def restore_into(data: Path, backup: Backup, fill: Callable[[str], None]) -> Sequence[str]:
    """Restore into an empty folder, which is empty again when something goes wrong; `fill` loads a database.
    The answer names the objects that were damaged when the backup was taken."""
    try:
        lock = data_folder.claim(data)
    except data_folder.InUse as refusal:
        raise NotDone(str(refusal)) from None
    with lock:
        server = PostgresServer(data)
        if server.has_data() or data_folder.holds_data(data):
            raise NotDone(f"{data} holds data already: name an empty folder with --data.")
        data_folder.begin_restoring(data)
        try:
            damaged = _restore(data, server, backup, fill)
        except BaseException:
            data_folder.reset(data)
            raise
        data_folder.end_restoring(data)
        return damaged


def _restore(
    data: Path, server: PostgresServer, backup: Backup, fill: Callable[[str], None]
) -> Sequence[str]:
    for name, secret in backup.secrets.items():
        write_private(private_folder(data / "secrets") / name, secret)
    with server:
        ensure_database(server.url())
        for login in LOGINS:
            ensure_login(server.url(), login, password_of(login, data))
        fill(server.url(DATABASE))
    # Nobody asks this store for an address.
    store = FilesystemBlobStore(data / "blobs", SignedAddresses(backup.secrets["blob-secret"]))
    return restore_objects(store, backup)
