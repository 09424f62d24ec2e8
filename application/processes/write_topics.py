"""Writing topics: one by one, or many at once and all or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta
from msgspec.structs import replace

from application.commands import Route
from application.processes.entry_bodies import AlterEntry, EndEntry, EntryVersion, NewEntry
from application.processes.entry_desk import EntryDesk, account_of
from application.processes.sealed_items import Found
from application.processes.statements import Statements
from application.unit_of_work import Work
from application.vault.content import audience_of
from application.vault.ports import Checks
from domain.errors import Stale
from domain.ids import AccountId, TopicId
from domain.kernel import Value
from domain.sealed import Signed
from domain.work.answers import Item, answer_of
from domain.work.entries.places import in_order
from domain.work.topics import TOPIC_LIST
from domain.work.topics.facts import AddTopic, ChangeTopic, RemoveTopic, ShareTopic, TopicAttributes
from domain.work.topics.item import ShownTopic, shown
from domain.work.topics.state import Topic, TopicList

Many = Meta(max_length=200)


class NewTopic(NewEntry, frozen=True, kw_only=True):
    """A topic, at the top or under another one."""

    def as_addition(self) -> AddTopic:
        return AddTopic(**self.common, parent_id=self.attributes(TopicAttributes).parent_id)


class AlterTopic(AlterEntry, frozen=True, kw_only=True):
    """One change of one topic."""

    def as_change(self) -> ChangeTopic:
        signed = self.attributes(TopicAttributes)
        return ChangeTopic(**self.common, parent_id=UNSET if signed is None else signed.parent_id)

    def as_share(self, signed: Signed) -> ShareTopic:
        return ShareTopic(self.id, self.wraps or (), signed, audience_of(signed))


class EndTopic(EndEntry, frozen=True, kw_only=True):
    """A topic ends under its `record.delete`."""

    def as_removal(self) -> RemoveTopic:
        return RemoveTopic(TopicId(self.id), self.signed)


class RewriteTopics(Value, frozen=True, kw_only=True):
    """Topics to add, to change and to remove, in this order. `version` is that of the list as read."""

    version: EntryVersion | None = None
    create: Annotated[tuple[NewTopic, ...], Many] = ()
    update: Annotated[tuple[AlterTopic, ...], Many] = ()
    delete: Annotated[tuple[EndTopic, ...], Many] = ()


@dataclass(frozen=True)
class TopicDesk(EntryDesk[TopicList, Topic, ShownTopic]):
    async def rewrite(self, work: Work, command: RewriteTopics) -> list[Item]:
        """The whole list afterwards. Those that this has changed are at no position yet (`seq` 0).

        Raises what the first of them is refused with, and then nothing is changed.
        """
        before = await self._topics(work)
        if command.version is not None and command.version != before.version:
            raise Stale(
                "Someone else changed this in the meantime.",
                reason="version_conflict",
                current=await self._all(work, before.version),
            )
        for new in command.create:
            await self.add(work, new)
        for change in command.update:
            await self.change(work, change)
        for end in command.delete:
            await self.end(work, end)
        return await self._all(work, before.version)

    async def _all(self, work: Work, since: int) -> list[Item]:
        now, context = await self._topics(work), work.context
        standing = [topic for topic in now.topics.values() if topic.state == "active"]
        visible = [topic for topic in in_order(standing) if topic.is_open_to(context.actor.reads)]
        known = await self.found.find(account_of(work), [topic.id for topic in visible])
        work.version = now.version
        answered: list[Item] = []
        for topic in visible:
            row = known.get(topic.id)
            if row is None or row.version != topic.version:
                row = shown(topic, before=row, at=context.now, by=context.actor.user_id)
            answered.append(answer_of(replace(row, seq=0) if topic.version > since else row))
        return answered

    async def _topics(self, work: Work) -> TopicList:
        return await work.load(TOPIC_LIST, account_of(work)) or TopicList()


def routes(checks: Checks, found: Found[ShownTopic]) -> dict[type, Route]:
    desk = TopicDesk(TOPIC_LIST, Statements(checks, "topic"), "topic.manage", _topic_of, found, shown)
    return {
        NewTopic: Route("topic.manage", desk.create, (TOPIC_LIST,)),
        AlterTopic: Route("topic.read", desk.alter, (TOPIC_LIST,)),
        EndTopic: Route("topic.manage", desk.end, (TOPIC_LIST,)),
        RewriteTopics: Route("topic.manage", desk.rewrite, (TOPIC_LIST,)),
    }


def _topic_of(_: AccountId, topics: TopicList | None, topic_id: UUID) -> Topic | None:
    return topics.topic(topic_id) if topics else None
