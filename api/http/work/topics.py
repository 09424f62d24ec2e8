"""`/api/topics`: the tree that tasks and documents are filed under."""

from __future__ import annotations

import dataclasses
from uuid import UUID

from litestar import Controller, Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from api.http.answers import Data, PageInfo, Sync, answer
from api.http.given import Fresh, Given
from api.http.work.bulk import placed
from api.http.work.entry_bodies import EntryBody, EntryDeletion, about, all_of
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.write_topics import AlterTopic, EndTopic, NewTopic, RewriteTopics
from domain.kernel import Value
from domain.work.answers import RankedItem, placed_at
from domain.work.topics.rules import MOST
from projections.kernel import Reader
from projections.work.topics import STANDING_TOPICS


class TopicPage(Value, frozen=True):
    """All topics. `version` is that of the list."""

    data: tuple[RankedItem, ...]
    page: PageInfo
    sync: Sync
    version: int


class TopicController(Controller):
    path = "/api/topics"
    tags = ["topics"]  # noqa: RUF012

    @get("/", operation_id="listTopics")
    async def list_topics(
        self, context: Given[Context], reader: Given[Reader], fresh: Given[Fresh]
    ) -> Response[TopicPage]:
        """List the topics that the caller can open, ranked within their parent."""
        account_id = permitted(context, "topic.read")
        entries = await STANDING_TOPICS.open_to(reader, account_id, context.actor.reads)
        return all_of(entries, fresh, limit=MOST)

    @post("/", operation_id="createTopic", status_code=201)
    async def create(
        self, data: JSONBody[NewTopic], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[RankedItem]]:
        """Add a topic. The same id and bytes again answer 200."""
        outcome = placed(await commands.run(data, context))
        made = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if made else 200)

    @post("/create-update-delete", operation_id="rewriteTopics", status_code=200)
    async def rewrite(
        self, data: JSONBody[RewriteTopics], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[list[RankedItem]]]:
        """Add, change and delete topics, all or nothing. Answers the whole list with its version."""
        outcome = await commands.run(data, context)
        if outcome.replayed is None:
            topics = [
                topic if topic.word.seq else placed_at(topic, outcome.position) for topic in outcome.answer
            ]
            outcome = dataclasses.replace(outcome, answer=topics)
        return answer(outcome)

    @put("/{topic_id:uuid}", operation_id="updateTopic")
    async def update(
        self,
        topic_id: FromPath[UUID],
        data: JSONBody[EntryBody],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[RankedItem]]:
        """Change a topic: content, position, parent topic, or audience."""
        return answer(placed(await commands.run(about(AlterTopic, topic_id, data), context)))

    @delete("/{topic_id:uuid}", operation_id="deleteTopic", status_code=204)
    async def delete_topic(
        self,
        topic_id: FromPath[UUID],
        data: JSONBody[EntryDeletion],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[None]:
        """Delete a topic without sub-topics. Idempotent."""
        return answer(await commands.run(about(EndTopic, topic_id, data), context), status=204)
