"""The folder store behind its own addresses, and the bench page, as a process that a bench can weigh."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.di import Provide

from api.http.blobs import BlobController
from api.http.errors import HANDLERS
from bench.page_server import page_routes
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.signed_addresses import SignedAddresses

FOLDER, SECRET, PAGE = "COFFER_BENCH_FOLDER", "COFFER_BENCH_SECRET", "COFFER_BENCH_PAGE"
ROOT = "COFFER_BENCH_ROOT"


def store_in(folder: Path, secret: str) -> FilesystemBlobStore:
    return FilesystemBlobStore(folder, SignedAddresses(secret.encode()))


def create() -> Litestar:
    """The application, for the folder and secret that the environment names."""
    folder = Path(os.environ[FOLDER])
    store = store_in(folder, os.environ[SECRET])
    page = os.environ.get(PAGE)

    def given() -> Any:
        return store

    def nothing() -> None:
        """There is no database that would know what has to be there."""

    return Litestar(
        [
            BlobController,
            *(page_routes(Path(page), folder, store, int(os.environ[ROOT])) if page else []),
        ],
        dependencies={
            "served_blobs": Provide(given, sync_to_thread=False),
            "uploads": Provide(nothing, sync_to_thread=False),
        },
        exception_handlers=HANDLERS,
    )
