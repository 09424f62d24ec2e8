"""`/api/profile-groups` and `/api/profile-sub-groups`: the tree of profiles."""

from __future__ import annotations

from uuid import UUID

import msgspec
from litestar import Controller, Response, delete, get, patch, post
from litestar.params import FromPath, JSONBody

from api.http.answers import Data, PageInfo, Sync, answer, listed, ready
from api.http.given import Fresh, Given
from api.http.work.bulk import placed
from api.http.work.entry_bodies import EntryBody, EntryEnd, about
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.write_profile_tree import (
    AlterGroup,
    AlterSubGroup,
    EndGroup,
    EndSubGroup,
    NewGroup,
    NewSubGroup,
    RankedSubGroup,
    RankSubGroups,
)
from domain.kernel import Value
from domain.work.answers import GroupItem, RankedItem
from domain.work.entries.rules import EVER
from domain.work.profile_tree.rules import MOST_GROUPS
from projections.kernel import Reader
from projections.work.profile_groups import GROUP_LIST, SUB_GROUP_LIST, profile_counts


class GroupPage(Value, frozen=True):
    """All groups and sub-groups; which belongs to which is signed. `version` is the tree's."""

    data: tuple[GroupItem, ...]
    sub_groups: tuple[RankedItem, ...]
    page: PageInfo
    sync: Sync
    version: int


class ProfileGroupController(Controller):
    path = "/api/profile-groups"
    tags = ["profile groups"]  # noqa: RUF012

    @get("/", operation_id="listProfileGroups")
    async def list_groups(
        self, context: Given[Context], reader: Given[Reader], fresh: Given[Fresh]
    ) -> Response[GroupPage]:
        """List the groups with their sub-groups, ranked within their type or group."""
        account_id, reads = permitted(context, "profile.read"), context.actor.reads
        groups = await GROUP_LIST.open_to(reader, account_id, reads)
        parts = await SUB_GROUP_LIST.open_to(reader, account_id, reads)
        counts = await profile_counts(reader, account_id, frozenset(reads))
        rows: list[str] = []
        for row in groups.rows:
            count = counts.get(msgspec.json.decode(row, type=_Group).id, 0)
            # The row is ready JSON that ends in its word, and stays as it is.
            rows.append(f'{row.removesuffix("}}")},"profileCount":{count}}}}}')
        beside = {"subGroups": ready(parts.rows), "version": max(groups.version, parts.version)}
        return listed(rows, fresh, limit=MOST_GROUPS * EVER, extra=beside)

    @post("/", operation_id="createProfileGroup", status_code=201)
    async def create(
        self, data: JSONBody[NewGroup], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[GroupItem]]:
        """Add a group. The same id and bytes again answer 200."""
        outcome = placed(await commands.run(data, context))
        made = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if made else 200)

    @post("/{group_id:uuid}", operation_id="updateProfileGroup", status_code=200)
    async def update(
        self,
        group_id: FromPath[UUID],
        data: JSONBody[EntryBody],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[GroupItem]]:
        """Change a group: content, position, or audience."""
        return answer(placed(await commands.run(about(AlterGroup, group_id, data), context)))

    @delete("/{group_id:uuid}", operation_id="deleteProfileGroup", status_code=204)
    async def delete_group(
        self,
        group_id: FromPath[UUID],
        data: JSONBody[EntryEnd],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[None]:
        """Delete a group. Its profiles move to another one of its type. Idempotent."""
        command = about(EndGroup, group_id, data)
        return answer(await commands.run(command, context), status=204)


class ProfileSubGroupController(Controller):
    path = "/api/profile-sub-groups"
    tags = ["profile groups"]  # noqa: RUF012

    @post("/", operation_id="createProfileSubGroup", status_code=201)
    async def create(
        self, data: JSONBody[NewSubGroup], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[RankedItem]]:
        """Add a sub-group. The same id and bytes again answer 200."""
        outcome = placed(await commands.run(data, context))
        made = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if made else 200)

    @patch("/ordering", operation_id="orderProfileSubGroups")
    async def order(
        self, data: JSONBody[RankSubGroups], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[list[RankedSubGroup]]]:
        """Set the order of all sub-groups of a group."""
        return answer(await commands.run(data, context))

    @patch("/{sub_group_id:uuid}", operation_id="updateProfileSubGroup")
    async def update(
        self,
        sub_group_id: FromPath[UUID],
        data: JSONBody[EntryBody],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[RankedItem]]:
        """Change a sub-group: content, position, or audience."""
        return answer(placed(await commands.run(about(AlterSubGroup, sub_group_id, data), context)))

    @delete("/{sub_group_id:uuid}", operation_id="deleteProfileSubGroup", status_code=204)
    async def delete_sub_group(
        self,
        sub_group_id: FromPath[UUID],
        data: JSONBody[EntryEnd],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[None]:
        """Delete a sub-group. Its profiles move to another one, or to its group. Idempotent."""
        command = about(EndSubGroup, sub_group_id, data)
        return answer(await commands.run(command, context), status=204)


class _Group(msgspec.Struct):
    id: UUID
