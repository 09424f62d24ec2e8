"""The folder store behind its own addresses and nothing else, as a process that a bench can weigh."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.di import Provide

from api.http.blobs import BlobController
from api.http.errors import HANDLERS
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.signed_addresses import SignedAddresses

FOLDER, SECRET = "COFFER_BENCH_FOLDER", "COFFER_BENCH_SECRET"


def store_in(folder: Path, secret: str) -> FilesystemBlobStore:
    return FilesystemBlobStore(folder, SignedAddresses(secret.encode()))


def create() -> Litestar:
    """The application, for the folder and secret that the environment names."""
    store = store_in(Path(os.environ[FOLDER]), os.environ[SECRET])

    def given() -> Any:
        return store

    return Litestar(
        [BlobController],
        dependencies={"served_blobs": Provide(given, sync_to_thread=False)},
        exception_handlers=HANDLERS,
    )
