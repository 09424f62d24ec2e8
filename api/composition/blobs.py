"""Where sealed files and copies of checkpoints lie: a folder of ours, or the S3 service of the settings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from api.composition.foundation import Foundation
from application.work.ports import BlobStore
from infrastructure.disk import DiskWatch
from infrastructure.local.places import STATE_OF_ROOT, short_name
from infrastructure.log_tree.copies import FolderShelf, Shelf
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.signed_addresses import SignedAddresses
from infrastructure.settings import Settings


def blobs_of(base: Foundation) -> BlobStore:
    return store_of(base.settings, base.clock)


def store_of(settings: Settings, clock: Callable[[], datetime]) -> BlobStore:
    if settings.s3_endpoint is None:
        addresses = SignedAddresses(settings.blob_secret, clock)
        return FilesystemBlobStore(settings.blob_dir, addresses, floor=settings.disk_floor)
    return _s3_blobs(settings)


def shelf_of(settings: Settings) -> Shelf:
    """Where copies of checkpoints are kept."""
    if settings.s3_endpoint is None:
        return FolderShelf(settings.checkpoint_dir)
    from infrastructure.object_store.s3 import S3BlobStore

    return S3BlobStore(_s3_client(settings, settings.s3_endpoint), settings.s3_checkpoint_bucket)


def _s3_blobs(settings: Settings) -> BlobStore:
    # Its library takes memory in every process; an installation without S3 does not pay for it.
    from infrastructure.object_store.s3 import S3BlobStore

    signing = _s3_client(settings, settings.s3_public_endpoint)
    return S3BlobStore(_s3_client(settings, settings.s3_endpoint), settings.s3_bucket, signing=signing)


def _s3_client(settings: Settings, endpoint: str | None) -> Any:
    from infrastructure.object_store.s3 import s3_client

    key, secret = settings.s3_access_key_id or "", settings.s3_secret_access_key or ""
    return s3_client(endpoint, settings.s3_region, key, secret)


def disk_of(settings: Settings) -> DiskWatch:
    """The disks of the objects, of the data folder, and of the database that `./run` keeps elsewhere for
    root. Of the disk of a server of one's own nothing is known here."""
    of_root = STATE_OF_ROOT / short_name(settings.data_dir)
    folders = [settings.blob_dir, settings.data_dir, *([of_root] if of_root.exists() else [])]
    return DiskWatch(*folders, floor=settings.disk_floor, warning=settings.disk_warning)
