"""Writing profiles: the signed statement, the profile tree, and the limit of the plan."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import UNSET

from application.commands import Route
from application.processes.item_desk import ItemDesk
from application.processes.profile_bodies import (
    AlterProfile,
    BinProfile,
    NewProfile,
    PurgeProfile,
    SetArchived,
    SetPlace,
)
from application.processes.profile_places import ProfilePlaces, standing_at, tree_for
from application.processes.sealed_bodies import UnbinItem
from application.processes.sealed_items import Found, SealedItems
from application.unit_of_work import Work
from application.vault.key_statements import account_of
from application.vault.ports import Checks
from application.work.ports import ProfilesKept
from domain.accounts.accounts import ACCOUNT
from domain.errors import InvalidArgument, Refused
from domain.work.answers import Item
from domain.work.entries.facts import NOWHERE, Place
from domain.work.profiles import PROFILE
from domain.work.profiles.facts import ArchiveProfile, MoveProfile, ProfileAttributes, ReviseProfile
from domain.work.profiles.item import ShownProfile, shown
from domain.work.profiles.state import Profile
from domain.work.ranks import Rank


@dataclass(frozen=True)
class ProfileDesk(ItemDesk[Profile, ShownProfile]):
    """Carries out what is asked of profiles."""

    profiles: ProfilesKept
    places: ProfilePlaces

    async def create(self, work: Work, command: NewProfile) -> Item:
        known = await work.load(PROFILE, command.id)
        signed = command.attributes(ProfileAttributes)
        rank = await self._first_rank(work, command, signed) if known is None else known.rank
        events = await work.decide(PROFILE, command.id, command.as_creation(signed, rank))
        if events:
            await self.items.check_put(work, command.sealed, None)
        return await self.items.shown(work, command.id, events)

    async def alter(self, work: Work, command: AlterProfile) -> Item:
        before = await self.items.visible(work, command.id)
        await self.items.check_version(work, command.id, command.version, command.sealed)
        if command.wraps is not None:
            return await self.share(work, command.id, command, before, wider="profile.update")
        if command.sealed is None:
            return await self._bring_back(work, command, before)
        work.permit("profile.update")
        if command.attested is not None:
            raise InvalidArgument("Send either a new content or signed attributes.", reason="statement")
        revise = ReviseProfile(id=command.id, sealed=command.sealed, audience=command.audience)
        events = await work.decide(PROFILE, command.id, revise)
        return await self.changed(work, command.id, before, events, sealed=command.sealed, attested=None)

    async def archive(self, work: Work, command: SetArchived) -> Item:
        before = await self.items.visible(work, command.id)
        await self.items.check_version(work, command.id, command.version, None)
        archive = ArchiveProfile(
            id=command.id, archived=command.archived, cascade=command.cascade, attested=command.attested
        )
        events = await work.decide(PROFILE, command.id, archive)
        return await self.changed(work, command.id, before, events, sealed=None, attested=command.attested)

    async def move(self, work: Work, command: SetPlace) -> Item:
        before = await self.items.visible(work, command.id)
        await self.items.check_version(work, command.id, command.version, None)
        tree = await tree_for(work)
        group_id = before.group_id if command.group_id is UNSET else command.group_id
        sub_group_id = before.sub_group_id if command.sub_group_id is UNSET else command.sub_group_id
        stand = standing_at(tree, before.type_id, group_id, sub_group_id)
        stays = tree.stand_of(before.group_id, before.sub_group_id) == stand
        rank = before.rank
        if command.place.is_given or not stays:
            rank = await self.places.rank_at(work, tree, stand, command.id, command.place)
        move = MoveProfile(
            id=command.id,
            group_id=group_id,
            sub_group_id=sub_group_id,
            rank=rank,
            attested=command.attested,
        )
        events = await work.decide(PROFILE, command.id, move)
        return await self.changed(work, command.id, before, events, sealed=None, attested=command.attested)

    async def throw_away(self, work: Work, command: BinProfile) -> Item:
        before = await self.items.visible(work, command.id)
        asked = before.state in ("active", "archived") and not command.detach
        if asked and await self.profiles.has_items(account_of(work), command.id):
            raise Refused("Documents or tasks belong to this profile.", reason="profile_has_items")
        return await self.bin(work, command)

    async def _first_rank(self, work: Work, command: NewProfile, signed: ProfileAttributes) -> Rank:
        await self._check_limit(work)
        tree = await tree_for(work)
        stand = standing_at(tree, signed.type_id, signed.group_id, signed.sub_group_id)
        place = NOWHERE if command.rank is None else Place(rank=command.rank)
        return await self.places.rank_at(work, tree, stand, command.id, place)

    async def _bring_back(self, work: Work, command: AlterProfile, before: Profile) -> Item:
        """After a deletion signed attributes bring back what has them (`domain.md` section 8)."""
        work.permit("profile.delete" if before.state == "deleted" else "profile.update")
        attested = command.attested
        if attested is None:
            raise InvalidArgument("Send a new content, wraps, or signed attributes.", reason="statement")
        if before.state == "deleted":
            await self._check_limit(work)
        return await self.unbin(work, UnbinItem(command.id, attested))

    async def _check_limit(self, work: Work) -> None:
        """Lists may be a moment behind: who creates two at once may get one more than the plan grants."""
        account_id = account_of(work)
        account = await work.load(ACCOUNT, account_id)
        limit = account.limits.profiles if account and account.limits else None
        if limit is not None and await self.profiles.count(account_id) >= limit:
            raise Refused("Your plan has no room for another profile.", reason="plan_limit", limit=limit)


def profile_routes(checks: Checks, found: Found[ShownProfile], profiles: ProfilesKept) -> dict[type, Route]:
    items = SealedItems(PROFILE, checks, found, shown)
    desk = ProfileDesk(items, profiles, ProfilePlaces(profiles))
    return {
        NewProfile: Route("profile.create", desk.create, (PROFILE,)),
        AlterProfile: Route("profile.read", desk.alter, (PROFILE,)),
        SetArchived: Route("profile.archive", desk.archive, (PROFILE,)),
        SetPlace: Route("profile.move", desk.move, (PROFILE,)),
        BinProfile: Route("profile.delete", desk.throw_away, (PROFILE,)),
        PurgeProfile: Route("profile.purge", desk.purge, (PROFILE,)),
    }
