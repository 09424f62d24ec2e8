"""What an auditor takes away from an installation: its key, its checkpoints, and bundles of its log."""

from __future__ import annotations

import runpy
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple, Protocol
from uuid import UUID

from api.composition.starting import prove
from infrastructure.local.places import CHECKOUT
from infrastructure.log_tree.bundle import connected, lines_of, newest_note
from infrastructure.settings import Settings
from infrastructure.vault.log_key import LogKey

_VERIFIER = CHECKOUT / "client" / "verify_log.py"


class Verifier(Protocol):
    def __call__(self, argv: list[str], given: Iterable[str] | None = None) -> int: ...


class PublicKey(NamedTuple):
    log_name: str
    key: bytes


def verifier() -> Verifier:
    """The program that auditors have, as they run it: nothing of it is imported."""
    return runpy.run_path(str(_VERIFIER))["main"]


def key_of(settings: Settings) -> PublicKey:
    signer = LogKey(settings.log_key_file, settings.log_name)
    return PublicKey(signer.log_name, signer.public_key)


def checkpoint(settings: Settings, log: int) -> str:
    """The newest checkpoint. Raises `NothingSealed`."""
    prove(settings, patience=0)
    with connected(settings.projector_database_url) as connection:
        return newest_note(connection, log)


@contextmanager
def bundle(settings: Settings, log: int, account: UUID | None) -> Generator[Iterator[str]]:
    """The lines of a bundle; reading them raises `NothingSealed`."""
    prove(settings, patience=0)
    with (
        connected(settings.projector_database_url) as connection,
        closing(lines_of(connection, log, *key_of(settings), account)) as lines,
    ):
        yield lines
