"""What writing any entry takes: finding it in its aggregate, its version, its statements, and the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from application.processes.entry_bodies import AlsoEntry, AlterEntry, EndEntry, NewEntry
from application.processes.sealed_items import Found, ShownState
from application.processes.statements import Chain, Statements, previous_of
from application.unit_of_work import Work
from application.vault.content import audience_of
from domain.errors import InvalidArgument, NotFound, NotSignedIn, Refused, Stale
from domain.ids import AccountId
from domain.kernel import Decider
from domain.vault.chains import Link
from domain.work.answers import Item, answer_of
from domain.work.entries.facts import ChangeEntry
from domain.work.entries.state import Entry

B = TypeVar("B")
E = TypeVar("E", bound=Entry)
T = TypeVar("T", bound=ShownState)


@dataclass(frozen=True)
class EntryDesk(Generic[B, E, T]):
    """Carries out what is asked of entries of one kind. Every answer is the entry as it is afterwards.

    `manage` is the permission that every change needs but further wraps for roles that read it already.
    `entry_of` finds one in the state of the aggregate, of which an account has one.
    """

    decider: Decider[Any, B, Any]
    statements: Statements
    manage: str
    entry_of: Callable[[AccountId, B | None, UUID], E | None]
    found: Found[T]
    show: Callable[..., T]

    async def create(self, work: Work, command: NewEntry) -> Item:
        return await self.shown(work, command.id, is_new=await self.add(work, command))

    async def add(self, work: Work, command: NewEntry) -> bool:
        """Whether there was anything to add."""
        events = await work.decide(self.decider, account_of(work), command.as_addition())
        if events:
            await self.statements.check_put(work, command.sealed, None)
        return bool(events)

    async def alter(self, work: Work, command: AlterEntry) -> Item:
        await self.change(work, command)
        return await self.shown(work, command.id)

    async def change(self, work: Work, command: AlterEntry) -> None:
        before = await self.visible(work, command.id)
        await self._check_version(work, before, command)
        if command.also is not None:
            await self._check_version(work, await self.visible(work, command.also.id), command.also)
        if command.wraps is not None:
            await self._share(work, command, before)
            return
        work.permit(self.manage)
        change = command.as_change()
        signed = [(one, _previous(await self.visible(work, one.id))) for one in self.signed_in(change)]
        if await work.decide(self.decider, account_of(work), change):
            for one, previous in signed:
                await self._check_signed(work, one, previous)

    def signed_in(self, change: ChangeEntry) -> list[ChangeEntry]:
        """What a change signs: one entry, or others too."""
        return [change]

    async def _check_signed(self, work: Work, change: ChangeEntry, previous: Link | None) -> None:
        if change.sealed is not None:
            await self.statements.check_put(work, change.sealed, previous)
        elif change.attested is not None:
            assert previous is not None  # attributes alone follow a content
            await self.statements.check_attested(work, change.id, change.attested, previous)

    async def end(self, work: Work, command: EndEntry) -> None:
        """Again changes nothing."""
        account_id = account_of(work)
        before = self.entry_of(account_id, await work.load(self.decider, account_id), command.id)
        reads = work.context.actor.reads
        if before is not None and before.state == "active" and before.is_open_to(reads):
            await self._check_version(work, before, command, optional=True)
        events = await work.decide(self.decider, account_id, await self.removal(work, command))
        previous = _previous(before) if before else None
        if events:
            await self._check_end(work, command, previous)

    async def removal(self, work: Work, command: EndEntry) -> Any:
        """What the end of an entry asks of its aggregate, with what that cannot know."""
        return command.as_removal()

    async def visible(self, work: Work, entry_id: UUID) -> E:
        """The entry, if the caller can read for one of its roles. Raises `NotFound` otherwise."""
        account_id = account_of(work)
        entry = self.entry_of(account_id, await work.load(self.decider, account_id), entry_id)
        if entry is None or entry.state == "deleted" or not entry.is_open_to(work.context.actor.reads):
            raise NotFound(f"There is no such {self.statements.kind}.")
        return entry

    async def shown(self, work: Work, entry_id: UUID, *, is_new: bool = False, is_mine: bool = True) -> Item:
        """As its readers will get it. What only the log's envelopes know comes from what they see now. The
        author of a change that they do not see yet is unknown, unless it is this one (`is_mine`)."""
        entry = await self._now(work, entry_id)
        known: T | None = None
        if not is_new:
            known = (await self.found.find(account_of(work), [entry_id])).get(entry_id)
        work.version = entry.version
        if known is not None and known.version == entry.version:
            return answer_of(known)
        shown = self.show(
            entry,
            before=known,
            at=work.context.now,
            by=work.context.actor.user_id if is_mine else None,
            seq=known.seq if known else 0,
        )
        return answer_of(shown)

    async def _now(self, work: Work, entry_id: UUID) -> E:
        account_id = account_of(work)
        entry = self.entry_of(account_id, await work.load(self.decider, account_id), entry_id)
        assert entry is not None  # it was decided about
        return entry

    async def _check_version(
        self, work: Work, entry: E, command: AlterEntry | AlsoEntry | EndEntry, *, optional: bool = False
    ) -> None:
        """A stale writer gets the entry as it is, and merges."""
        if command.version is None:
            if command.sealed is not None and not optional:
                raise Refused("Say which version you have changed.", reason="version_required")
            return
        if command.version == entry.version:
            return
        if isinstance(command, AlsoEntry):  # the call is about another one, and so is all that it tells of
            raise Stale("Someone else changed this in the meantime.", reason="version_conflict")
        current = await self.shown(work, entry.id, is_mine=False)
        raise Stale("Someone else changed this in the meantime.", reason="version_conflict", current=current)

    async def _share(self, work: Work, command: AlterEntry, before: E) -> None:
        wraps, signed = command.wraps or (), command.signed
        if command.changes_more_than_wraps or command.also is not None or signed is None:
            raise InvalidArgument("Wraps travel alone, with their statement.", reason="statement")
        if set(audience_of(signed)) - set(before.audience):
            work.permit(self.manage)
        events = await work.decide(self.decider, account_of(work), command.as_share(signed))
        previous = _previous(before)
        if events and previous is not None:
            await self.statements.check_shared(work, command.id, signed, wraps, previous)

    async def _check_end(self, work: Work, command: EndEntry, previous: Link | None) -> None:
        """Each statement follows the one before it; the last one deletes."""
        if command.sealed is not None:
            previous = await self.statements.check_put(work, command.sealed, previous)
        assert previous is not None  # only a content can be the first statement
        if command.attested is not None:
            previous = await self.statements.check_attested(work, command.id, command.attested, previous)
        await self.statements.check_deleted(work, command.id, command.signed, previous)


def account_of(work: Work) -> AccountId:
    if work.context.actor.account_id is None:
        raise NotSignedIn()
    return work.context.actor.account_id


def _previous(entry: Entry) -> Link | None:
    return previous_of(Chain(entry.sealed, entry.later, entry.audience)) if entry.sealed else None
