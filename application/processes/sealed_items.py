"""What writing any sealed item takes: finding it, its version, its statements, and what is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from application.processes.statements import Statements, previous_of
from application.unit_of_work import Work
from application.vault.ports import Checks
from domain.errors import NotFound, NotSignedIn, Refused, Stale
from domain.kernel import Decider, Event
from domain.records import Attested, Later
from domain.sealed import Sealed, Signed, Wrap
from domain.work.answers import Item, Shown, answer_of


class SealedState(Protocol):
    """What the aggregate knows of itself."""

    @property
    def sealed(self) -> Sealed: ...

    @property
    def later(self) -> tuple[Later, ...]: ...

    @property
    def audience(self) -> tuple[UUID, ...]: ...

    @property
    def revision(self) -> int: ...


class ShownState(Shown, Protocol):
    """The same with what only the log knows."""

    @property
    def version(self) -> int: ...

    @property
    def seq(self) -> int: ...


S = TypeVar("S", bound=SealedState)
T = TypeVar("T", bound=ShownState)
T_co = TypeVar("T_co", bound=ShownState, covariant=True)


class Found(Protocol[T_co]):
    """Items as readers see them, for what a change does not know: who began them, and when."""

    async def find(self, account_id: UUID, ids: Sequence[Any]) -> Mapping[UUID, T_co]: ...


@dataclass(frozen=True)
class SealedItems(Generic[S, T]):
    """The items of one kind. `show` makes what is answered, as the read model will have it."""

    decider: Decider[Any, S, Any]
    checks: Checks
    found: Found[T]
    show: Callable[..., T]

    @property
    def kind(self) -> str:
        """The kind as statements spell it."""
        return self.decider.name.replace("_", "-")

    @property
    def statements(self) -> Statements:
        return Statements(self.checks, self.kind)

    async def visible(self, work: Work, item_id: UUID) -> S:
        """The item, if the caller can read for one of its roles. Raises `NotFound` otherwise."""
        item = await work.load(self.decider, item_id)
        if item is None or not work.context.actor.reads.intersection(item.audience):
            raise NotFound(f"There is no such {self.kind}.")
        return item

    async def now(self, work: Work, item_id: UUID) -> S:
        item = await work.load(self.decider, item_id)
        assert item is not None  # it was decided about
        return item

    async def check_version(
        self, work: Work, item_id: UUID, version: int | None, sealed: Sealed | None
    ) -> None:
        """A stale writer gets the item as it is, and merges."""
        if version is None:
            if sealed is not None:
                raise Refused("Say which version you have changed.", reason="version_required")
            return
        if version != await work.version_of(self.decider, item_id):
            current = await self.shown(work, item_id, ())
            raise Stale(
                "Someone else changed this in the meantime.", reason="version_conflict", current=current
            )

    async def check_put(self, work: Work, sealed: Sealed, before: S | None) -> None:
        await self.statements.check_put(work, sealed, previous_of(before) if before else None)

    async def check_attested(self, work: Work, item_id: UUID, attested: Attested, before: S) -> None:
        await self.statements.check_attested(work, item_id, attested, previous_of(before))

    async def check_deleted(self, work: Work, item_id: UUID, signed: Signed, before: S) -> None:
        await self.statements.check_deleted(work, item_id, signed, previous_of(before))

    async def check_shared(
        self, work: Work, item_id: UUID, signed: Signed, added: tuple[Wrap, ...], before: S
    ) -> None:
        await self.statements.check_shared(work, item_id, signed, added, previous_of(before))

    async def shown(self, work: Work, item_id: UUID, events: Sequence[Event]) -> Item:
        """As its readers will get it. What only the log's envelopes know comes from what they see now."""
        actor = work.context.actor
        if actor.account_id is None:
            raise NotSignedIn()
        version = await work.version_of(self.decider, item_id)
        known: T | None = None
        if version > len(events):  # it was there before
            known = (await self.found.find(actor.account_id, [item_id])).get(item_id)
        work.version = version
        if known is not None and not events and known.version == version:
            return answer_of(known)
        now = await self.now(work, item_id)
        seq = known.seq if known else 0
        if events:
            at, by = work.context.now, actor.user_id
        else:
            # The read model is behind what somebody else has just written; the log says who and when.
            by, at, seq = await work.newest(self.decider, item_id)
        return answer_of(self.show(now, item_id, before=known, version=version, at=at, by=by, seq=seq))
