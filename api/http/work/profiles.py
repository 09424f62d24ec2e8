"""`/api/profiles`: profiles are written under signed statements and are ordered within groups."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from litestar import Controller, Response, delete, get, patch, post
from litestar.di import Provide
from litestar.params import FromPath, JSONBody, QueryParameter

from api.http.answers import Data, answer
from api.http.cursors import Cursors
from api.http.given import Fresh, Given
from api.http.work.address_query import address_query
from api.http.work.bulk import placed
from api.http.work.listing import ItemQuery, Listing, narrowed, scope_of
from api.http.work.plain_bodies import OptionalDelete
from api.http.work.profile_bodies import (
    PROFILE_ROWS,
    ProfileArchiving,
    ProfileChange,
    ProfileMove,
    ProfilePage,
)
from api.http.work.row_requests import ListOperation, as_rows
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.profile_bodies import BinProfile, NewProfile, PurgeProfile
from domain.work.answers import RankedItem
from projections.kernel import Reader
from projections.work.item_lists import Direction
from projections.work.profiles import PROFILE_LIST, ProfileFilter, ProfileSort


class ProfileController(Controller):
    path = "/api/profiles"
    tags = ["profiles"]  # noqa: RUF012
    dependencies = {"asked": Provide(address_query), "as_rows": Provide(as_rows)}  # noqa: RUF012

    @get("/", operation_id="listProfiles", operation_class=ListOperation)
    async def list_profiles(
        self,
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        cursors: Given[Cursors],
        asked: Given[ItemQuery],
        as_rows: Given[bool],
        type_id: Annotated[UUID | None, QueryParameter(name="typeId")] = None,
        group_id: Annotated[UUID | None, QueryParameter(name="groupId")] = None,
        sort: Annotated[Literal["createdAt", "updatedAt", "rank"] | None, QueryParameter(name="sort")] = None,
        direction: Annotated[Direction, QueryParameter(name="dir")] = "asc",
    ) -> Response[ProfilePage]:
        """List profiles that the caller can open: a page in one order, or what changed `since`."""
        account_id = permitted(context, "profile.read")
        order = () if sort is None else (ProfileSort(sort, direction),)
        query = narrowed(asked, ProfileFilter, order, type_id=type_id, group_id=group_id)
        rows = PROFILE_ROWS if as_rows else None
        listing = Listing(PROFILE_LIST, reader, account_id, context.actor.reads, fresh, rows)
        return await listing.asked(query, cursors, scope_of(query, "profiles", account_id))

    @post("/", operation_id="createProfile", status_code=201)
    async def create(
        self, data: JSONBody[NewProfile], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[RankedItem]]:
        """Create a profile in a group of its type. The same id and bytes again answer 200."""
        outcome = placed(await commands.run(data, context))
        made = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if made else 200)

    @patch("/{profile_id:uuid}", operation_id="updateProfile")
    async def update(
        self,
        profile_id: FromPath[UUID],
        data: JSONBody[ProfileChange],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[RankedItem]]:
        """Change a profile: content or audience. Signed attributes restore it from the bin."""
        return answer(placed(await commands.run(data.of(profile_id), context)))

    @patch("/{profile_id:uuid}/archive", operation_id="archiveProfile")
    async def archive(
        self,
        profile_id: FromPath[UUID],
        data: JSONBody[ProfileArchiving],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[RankedItem]]:
        """Archive a profile with everything in it, or unarchive it."""
        permitted(context, "profile.archive")
        return answer(placed(await commands.run(data.of(profile_id), context)))

    @patch("/{profile_id:uuid}/move", operation_id="moveProfile")
    async def move(
        self,
        profile_id: FromPath[UUID],
        data: JSONBody[ProfileMove],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[RankedItem]]:
        """Move a profile to another group of its type, or to another place in its own."""
        permitted(context, "profile.move")
        return answer(placed(await commands.run(data.of(profile_id), context)))

    @delete("/{profile_id:uuid}", operation_id="deleteProfile", status_code=204)
    async def delete_profile(
        self,
        profile_id: FromPath[UUID],
        data: JSONBody[OptionalDelete],
        context: Given[Context],
        commands: Given[Commands],
        purge: Annotated[bool, QueryParameter(name="purge")] = False,
        detach: Annotated[bool, QueryParameter(name="detach")] = False,
    ) -> Response[None]:
        """Delete a profile (to the bin); with `purge` (unsigned) for good. Idempotent.

        If documents or tasks belong to it, `detach` is required; they are kept without the profile.
        """
        permitted(context, "profile.purge" if purge else "profile.delete")
        if purge:
            return answer(await commands.run(PurgeProfile(profile_id), context), status=204)
        statement, signature = data.needed()
        command = BinProfile(id=profile_id, statement_b64u=statement, signature_b64u=signature, detach=detach)
        return answer(await commands.run(command, context), status=204)
