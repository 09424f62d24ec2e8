"""How an account was at a moment, and whether what it shows is what its log says."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Protocol, runtime_checkable
from uuid import UUID

from domain.kernel import Value

Moment = int | datetime
"""A position of the log, or a time: the last position up to it."""


class KindCount(Value, frozen=True):
    kind: str
    count: int


class AccountAsOf(Value, frozen=True):
    """How many things of each kind there were, those in the bin among them."""

    position: int
    recorded_at: datetime | None
    counts: tuple[KindCount, ...]


class ThingAsOf(Value, frozen=True):
    """`position` is that of the event that last changed it. `facts` say ciphertext and signatures by their
    SHA-256; `item` is the item as it was answered then, for whoever may open it."""

    kind: str
    id: str
    position: int
    facts: dict[str, Any]
    item: Any = None


class ThingsAsOf(Value, frozen=True):
    """`next_after` is the id to go on from; null at the end."""

    position: int
    recorded_at: datetime | None
    things: tuple[ThingAsOf, ...]
    next_after: UUID | None = None


class LogFinding(Value, frozen=True):
    """`bad_position` is the first position at which the log is not what was signed."""

    verified: bool
    said: str
    bad_position: int | None = None


class ReadModelFinding(Value, frozen=True):
    """One read model: what is shown, beside a replay of the log to the same position."""

    name: str
    version: int
    position: int
    rows: int
    equal: bool
    differences: tuple[str, ...]


class RecordFinding(Value, frozen=True):
    """One record of digests, which is an event at `position`. `different` are the read models that were shown
    in another way than a replay makes them; `other_versions` are not those of this version of Coffer."""

    position: int
    recorded_at: datetime
    equal: tuple[str, ...]
    different: tuple[str, ...]
    other_versions: tuple[str, ...]


class AccountVerified(Value, frozen=True):
    """The server's word on its own log. An auditor takes the bundle, and believes nobody."""

    verified: bool
    log: LogFinding
    read_models: tuple[ReadModelFinding, ...]
    records: tuple[RecordFinding, ...]


@runtime_checkable
class Histories(Protocol):
    """Each replays the account's own events, so they are done one at a time for an account.

    All raise `LimitReached` while another one is done, and `Full` where the account has more history than can
    be replayed in the time that a request has."""

    async def counts(self, account_id: UUID, at: Moment) -> AccountAsOf: ...

    async def things(
        self, account_id: UUID, at: Moment, kind: str, thing_id: UUID | None, after: UUID | None, limit: int
    ) -> ThingsAsOf:
        """Those of a kind by their ids, or one of them. Each with its item, whoever may see it."""
        ...

    async def verified(self, account_id: UUID) -> AccountVerified: ...
