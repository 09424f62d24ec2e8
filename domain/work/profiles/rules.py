"""When a profile may be created, changed, moved, archived, shared and thrown away."""

from __future__ import annotations

from typing import assert_never

from domain.errors import InvalidArgument, NotFound
from domain.kernel import Moment
from domain.work.items.facts import DeleteItem, EmptyBin, PurgeItem, RestoreItem, ShareItem
from domain.work.items.kinds import BinFacts, ContentFacts
from domain.work.items.rules import (
    agreed,
    already_begun,
    check_begins,
    check_not_binned,
    move_in_bin,
    new_content,
    opened,
    share,
)
from domain.work.profiles.facts import (
    ArchiveProfile,
    CreateProfile,
    MoveProfile,
    ProfileArchived,
    ProfileAudienceChanged,
    ProfileCommand,
    ProfileCreated,
    ProfileDeleted,
    ProfileEvent,
    ProfileMoved,
    ProfilePurged,
    ProfileRestored,
    ProfileRevised,
    ProfileShared,
    ProfileUnarchived,
    RankProfile,
    ReviseProfile,
)
from domain.work.profiles.state import Profile, evolve

CONTENT = ContentFacts(ProfileRevised, ProfileAudienceChanged, ProfileShared)
BIN = BinFacts(ProfileDeleted, ProfileRestored, ProfilePurged)


def decide(command: ProfileCommand, profile: Profile | None, moment: Moment) -> list[ProfileEvent]:
    match command:
        case CreateProfile():
            return _create(command, profile, moment)
        case DeleteItem() | RestoreItem() | PurgeItem() | EmptyBin():
            return [*move_in_bin(BIN, command, profile, moment)]
        case RankProfile(rank=rank):
            if profile is None or profile.state in ("deleted", "purged") or profile.rank == rank:
                return []
            return [ProfileMoved(group_id=profile.group_id, sub_group_id=profile.sub_group_id, rank=rank)]
        case ShareItem():
            return [*share(CONTENT, command, _living(profile, moment), moment)]
        case ReviseProfile():
            return _revise(command, _living(profile, moment), moment)
        case MoveProfile():
            return _move(command, _living(profile, moment))
        case ArchiveProfile():
            return _archive(command, _living(profile, moment))
        case _:
            assert_never(command)


def _living(profile: Profile | None, moment: Moment) -> Profile:
    found = opened(profile, moment)
    if found.state == "purged":
        raise NotFound("There is no such item.")
    return found


def _create(command: CreateProfile, profile: Profile | None, moment: Moment) -> list[ProfileEvent]:
    if already_begun(command.sealed, profile):
        return []
    check_begins(command.id, command.sealed, command.audience, moment)
    created = ProfileCreated(
        profile_id=command.id,
        sealed=command.sealed,
        audience=command.audience,
        type_id=command.type_id,
        group_id=command.group_id,
        sub_group_id=command.sub_group_id,
        rank=command.rank,
    )
    return agreed(evolve, None, [created], command.sealed, None)


def _revise(command: ReviseProfile, profile: Profile, moment: Moment) -> list[ProfileEvent]:
    check_not_binned(profile)
    events: list[ProfileEvent] = [new_content(CONTENT, profile, command.sealed, command.audience, moment)]
    return agreed(evolve, profile, events, command.sealed, None)


def _move(command: MoveProfile, profile: Profile) -> list[ProfileEvent]:
    check_not_binned(profile)
    there = (command.group_id, command.sub_group_id)
    elsewhere = there != (profile.group_id, profile.sub_group_id)
    if elsewhere and command.attested is None:
        raise InvalidArgument("Another group is signed.", reason="statement")
    events: list[ProfileEvent] = []
    if elsewhere or command.rank != profile.rank:
        events.append(
            ProfileMoved(group_id=command.group_id, sub_group_id=command.sub_group_id, rank=command.rank)
        )
    return agreed(evolve, profile, events, None, command.attested) if command.attested else events


def _archive(command: ArchiveProfile, profile: Profile) -> list[ProfileEvent]:
    check_not_binned(profile)
    archived = profile.lifecycle == "archived"
    events: list[ProfileEvent] = []
    if command.archived and (not archived or command.cascade != profile.cascade):
        events.append(ProfileArchived(cascade=command.cascade))
    elif archived and not command.archived:
        events.append(ProfileUnarchived())
    return agreed(evolve, profile, events, None, command.attested)
