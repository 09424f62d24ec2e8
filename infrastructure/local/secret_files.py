"""Secrets made on first use and kept in files that only their owner can read."""

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
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def kept_secret(path: Path, make: Callable[[], bytes] = lambda: secrets.token_urlsafe(32).encode()) -> bytes:
    """The secret in a file; on the first call it is made."""
    if not path.is_file():
        private_folder(path.parent)
        write_private(path, make())
    return path.read_bytes().strip()
