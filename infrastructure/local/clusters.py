"""Where the databases of a data folder lie, and of which versions of PostgreSQL they are."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from infrastructure.local.places import STATE_OF_ROOT, short_name
from infrastructure.local.postgres_binaries import may_reach
from infrastructure.local.processes import Account
from infrastructure.local.secret_files import write_private


class Cluster(NamedTuple):
    major: int
    folder: Path


def home_of(data: Path, account: Account | None) -> Path:
    """The folder that the databases lie in: the data folder, or another one where the server's account may
    not enter that. A database that lies in the other one already stays there."""
    if account is None:
        return data
    elsewhere = STATE_OF_ROOT / short_name(data)
    if not data.exists() or not may_reach(account, data):
        return elsewhere
    return elsewhere if clusters(elsewhere) and not clusters(data) else data


def clusters(home: Path) -> Sequence[Cluster]:
    """The databases that are there, newest first; unfinished and kept ones not."""
    named = (Cluster(int(at.name[2:]), at) for at in home.glob("pg*") if at.name[2:].isdecimal())
    return sorted((one for one in named if (one.folder / "PG_VERSION").is_file()), reverse=True)


def note_place(data: Path, home: Path) -> None:
    """Write down where the database of this folder was made: without that, it is not missed."""
    if noted_place(data) != home:
        write_private(_note(data), f"{home}\n".encode())


def noted_place(data: Path) -> Path | None:
    try:
        return Path(_note(data).read_text(encoding="utf-8").removesuffix("\n"))
    except FileNotFoundError:
        return None


def _note(data: Path) -> Path:
    # Beside the secrets, which are those of this database and of no other.
    return data / "secrets" / "database-place"
