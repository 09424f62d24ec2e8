"""Skipping what is done: a step leaves the hash of all it depends on, and is due when that changed."""

import contextlib
import fcntl
import hashlib
from collections.abc import Generator, Iterable
from pathlib import Path

from infrastructure.local.places import TOOLS


def hash_of(files: Iterable[Path], *further: str) -> str:
    """One number for the names and contents of files, and for whatever else matters."""
    digest = hashlib.sha256("\0".join(further).encode())
    for file in sorted(files):
        digest.update(b"\0" + str(file).encode() + b"\0")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def files_below(folder: Path, *, without: frozenset[str]) -> list[Path]:
    """All files of a folder; folders named in `without` are not entered."""
    found: list[Path] = []
    for place in sorted(folder.iterdir()):
        if place.name in without or place.is_symlink():
            continue
        if place.is_dir():
            found += files_below(place, without=without)
        elif place.is_file():
            found.append(place)
    return found


class Stamp:
    """The hash a step left behind when it last succeeded."""

    def __init__(self, name: str, folder: Path = TOOLS / "stamps") -> None:
        self._file = folder / name

    def matches(self, current: str) -> bool:
        return self._file.is_file() and self._file.read_text(encoding="utf-8") == current

    def clear(self) -> None:
        self._file.unlink(missing_ok=True)

    def write(self, current: str) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(current, encoding="utf-8")


@contextlib.contextmanager
def one_at_a_time(name: str, folder: Path = TOOLS) -> Generator[None]:
    """Two starts of one checkout wait for each other here."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
