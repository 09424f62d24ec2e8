"""Files on disk that are either wholly there or not at all, also after the power fails."""

from __future__ import annotations

import os
import re
import shutil
from io import RawIOBase
from pathlib import Path

from domain.errors import InvalidArgument

_NAME = re.compile(r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,100}\Z")


def inside(root: Path, key: str) -> Path:
    """The place of a key below the root; a key that could leave it is refused."""
    names = key.split("/")
    if len(names) > 4 or not all(_NAME.match(name) for name in names):
        raise InvalidArgument("This is not the name of an object.", reason="key")
    return root.joinpath(*names)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, so that they last."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    sync_folder(folder.parent)


def write_whole(path: Path, data: bytes) -> None:
    """Write a small file so that readers see all of it or nothing."""
    waiting = path.with_name(f".{path.name}.new")
    with waiting.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    waiting.rename(path)
    sync_folder(path.parent)


def write_all(file: RawIOBase, data: bytes) -> None:
    """Write to a file without a buffer of its own, which may take less at a time than it is given."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) or 0 :]


def remove_folder(folder: Path, trash: Path) -> None:
    """Take a folder out of sight at once, then remove it, and whatever an interrupted removal left."""
    make_folder(trash)
    try:
        folder.rename(trash / f"{folder.name}.{os.urandom(8).hex()}")
    except FileNotFoundError:
        return
    sync_folder(folder.parent)
    for hidden in trash.iterdir():
        shutil.rmtree(hidden, ignore_errors=True)
