"""The folder of all data: one Coffer at a time, its own files only, and what `./coffer` needs to find it."""

import fcntl
import json
import os
import shutil
from pathlib import Path
from typing import IO, cast

from infrastructure.local.places import STATE_OF_ROOT, short_name
from infrastructure.local.secret_files import private_folder, write_private

_OWN = ("pg*", "valkey", "blobs", "mail", "logs", "secrets", "ready", "run", "restoring", "demo")
_KEPT = ("pg*", "valkey", "blobs", "secrets", "restoring")
_RESTORING = "restoring"


class InUse(Exception):
    """Another Coffer runs on this folder, or it cannot be used; the text says which."""


def claim(data: Path) -> IO[str]:
    """Hold the folder until the answer is closed, or this process ends in whatever way."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        # The account of the database passes through; it cannot list the folder, and the rest is closed to it.
        data.chmod(0o711)
        lock = (data / "lock").open("a+", encoding="utf-8")
    except OSError as failure:
        # Full, read-only, or somebody else's.
        raise InUse(
            f"{data} cannot be written: {(failure.strerror or str(failure)).lower()}. "
            "Name another folder with --data."
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise InUse(
            f"Another Coffer is running on {data}. Stop it, or name another folder with --data."
        ) from None
    return lock


def holds_data(data: Path) -> bool:
    """Whether anything of an installation is there that cannot be made anew."""
    return any(place for pattern in _KEPT for place in data.glob(pattern))


def begin_restoring(data: Path) -> None:
    """Until `end_restoring` nothing starts on this folder: it holds the half of an installation."""
    private_folder(data / _RESTORING)


def check_restored(data: Path) -> None:
    """Raises `InUse` for a folder whose restore did not come to its end."""
    if (data / _RESTORING).exists():
        raise InUse(
            f"A backup was not restored to its end into {data}. Empty it with ./run --reset, or restore "
            "into another folder."
        )


def end_restoring(data: Path) -> None:
    (data / _RESTORING).rmdir()


def is_in_use(data: Path) -> bool:
    try:
        with (data / "lock").open("r", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def reset(data: Path) -> None:
    """Delete what is ours; a folder that was named by mistake loses nothing else."""
    for pattern in _OWN:
        for place in data.glob(pattern):
            shutil.rmtree(place)
    if os.geteuid() == 0:
        shutil.rmtree(STATE_OF_ROOT / short_name(data), ignore_errors=True)


def write_environment(data: Path, environ: dict[str, str]) -> None:
    """Leave word for `./coffer` how the running parts were told to find one another."""
    private_folder(data / "secrets")
    write_private(_environment_file(data), json.dumps(environ, indent=1).encode())


def forget_environment(data: Path) -> None:
    _environment_file(data).unlink(missing_ok=True)


def environment_of_running(data: Path) -> dict[str, str]:
    """What the running parts were told; nothing when none runs."""
    file = _environment_file(data)
    if not is_in_use(data) or not file.is_file():
        return {}
    return cast("dict[str, str]", json.loads(file.read_bytes()))


def _environment_file(data: Path) -> Path:
    return data / "secrets" / "environment.json"
