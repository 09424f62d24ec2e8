"""Secrets made on first use and kept in files that only their owner can read."""

import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path


def private_folder(folder: Path) -> Path:
    """Create a folder with mode 0700."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def write_private(path: Path, content: bytes) -> None:
    """Write a file that was never readable to others, not even for a moment, and is never half there."""
    fresh = _draft(path, content)
    fresh.replace(path)
    sync_folder(path.parent)


def new_secret() -> bytes:
    """32 random bytes, as a line of text."""
    return secrets.token_urlsafe(32).encode()


def kept_secret(path: Path, make: Callable[[], bytes] = new_secret) -> bytes:
    """The secret in a file; on the first call it is made.

    It is on the disk before anybody uses it, and of several that make one at a time, one remains.
    """
    if not path.is_file():
        private_folder(path.parent)
        fresh = _draft(path, make())
        # A link fails where a rename would replace the secret that another process has just made.
        with contextlib.suppress(FileExistsError):
            os.link(fresh, path)
        fresh.unlink()
        sync_folder(path.parent)
    return path.read_bytes().strip()


def _draft(path: Path, content: bytes) -> Path:
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        # Half of it is of no use, and takes room where there is none.
        fresh.unlink()
        raise
    return fresh


def sync_folder(folder: Path) -> None:
    """Let the names in a folder outlive a loss of power, as their contents do."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
