"""Documents and files, put together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from api.composition import vault
from api.composition.foundation import Foundation, Slice
from api.http.cursors import Cursors
from api.http.work import HANDLERS
from application.commands import Route
from application.jobs import Job
from application.processes import finish_upload, keep_files, link_files, open_upload, write_document
from application.work.ports import BlobStore, ServedBlobs
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.signed_addresses import SignedAddresses
from infrastructure.settings import Settings
from infrastructure.work.chores import FileChores
from infrastructure.work.lookups import DocumentLookup, StorageLookup
from infrastructure.work.uploads import UploadTables


def blobs_of(base: Foundation) -> BlobStore:
    """The folder of ours, or the S3 service that the settings name."""
    settings = base.settings
    if settings.s3_endpoint is None:
        return FilesystemBlobStore(settings.blob_dir, SignedAddresses(settings.blob_secret, base.clock))
    return _s3_blobs(settings)


def slice_of(base: Foundation) -> Slice:
    checks, blobs = vault.checks_of(base), blobs_of(base)
    uploads = UploadTables(base.settings.database_url)
    desk = open_upload.UploadDesk(base.store, blobs, uploads, StorageLookup(base.reader))
    documents = write_document.DocumentDesk(checks, DocumentLookup(base.reader))
    given: dict[str, Any] = {
        "blobs": blobs,
        "served_blobs": blobs if isinstance(blobs, ServedBlobs) else None,
        "uploads": uploads,
        "upload_desk": desk,
        "cursors": Cursors(base.settings.auth_secret),
    }
    return Slice(
        routes={
            **open_upload.routes(desk),
            **finish_upload.routes(finish_upload.Finishing(blobs, uploads, checks)),
            **keep_files.routes(keep_files.Keeping(checks)),
            **write_document.routes(documents),
        },
        handlers=HANDLERS,
        dependencies={name: _given(value) for name, value in given.items()},
        parts=(uploads,),
    )


class FileWork:
    """What the worker does about files. Open it before the first job."""

    def __init__(self, base: Foundation) -> None:
        self._uploads = UploadTables(base.settings.database_url, connections=2)
        collector = keep_files.Collector(base.commands, blobs_of(base), self._uploads)
        chores = FileChores(collector, base.reader, base.clock)
        self.routes: Mapping[type[Any], Route] = keep_files.routes(keep_files.Keeping(vault.checks_of(base)))
        self.jobs: Mapping[str, Job] = {
            link_files.TOPIC: link_files.settle_links_job(base.commands, base.clock)
        }
        self.hourly: Sequence[Callable[[], Awaitable[None]]] = (chores.do_what_is_due,)

    async def open(self) -> None:
        await self._uploads.open()

    async def close(self) -> None:
        await self._uploads.close()


def _s3_blobs(settings: Settings) -> BlobStore:
    # Its library takes memory in every process; an installation without S3 does not pay for it.
    from infrastructure.object_store.s3 import S3BlobStore, s3_client

    def client(endpoint: str | None) -> Any:
        key, secret = settings.s3_access_key_id or "", settings.s3_secret_access_key or ""
        return s3_client(endpoint, settings.s3_region, key, secret)

    signing = client(settings.s3_public_endpoint)
    return S3BlobStore(client(settings.s3_endpoint), settings.s3_bucket, signing=signing)


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value
