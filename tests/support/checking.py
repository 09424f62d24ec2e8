"""A unit of work that knows a key log and nothing else, and what checking a statement asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID, uuid4

from application.ports import Context, EventStore
from application.unit_of_work import Work
from application.vault.ports import Checks
from domain.kernel import Actor
from domain.vault.key_log import KEY_LOG, KeyLog
from tests.support.decisions import NOON
from tests.support.key_statements import point
from tests.support.shapes import ACCOUNT

LEAVES = 40  # in the account tree, so many statements were there to be seen


class Tree:
    async def size(self, account_id: UUID) -> int:
        return LEAVES if account_id == ACCOUNT else 0

    async def state(self, account_id: UUID) -> None:
        return None

    async def consistency(self, account_id: UUID, old_size: int, new_size: int) -> list[bytes]:
        return []


@dataclass
class Known:
    """A store with one stream in it: the key log of the account."""

    log: KeyLog | None

    async def load(self, decider: Any, account_id: UUID, _entity_id: UUID) -> tuple[Any, int]:
        there = decider is KEY_LOG and account_id == ACCOUNT
        return (self.log, self.log.next_seq if self.log else 0) if there else (None, 0)


@dataclass
class Verifier:
    """Every signature by the devices of these tests fits, or none does."""

    fits: bool = True

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        return self.fits and public_key == point(2)


def work_on(log: KeyLog | None, actor: Actor) -> Work:
    return Work(cast("EventStore", Known(log)), Context(actor, NOON, uuid4(), uuid4()))


def checks(*, fits: bool = True) -> Checks:
    return Checks(Verifier(fits), Tree())
