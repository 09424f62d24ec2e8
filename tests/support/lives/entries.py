"""What can be asked of the lists of an account: statuses, topics, and the tree that profiles stand in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from domain.ids import GroupId, StatusId, SubGroupId, TopicId, profile_type
from domain.sealed import Sealed
from domain.work.entries.facts import Place
from domain.work.entries.state import Entry
from domain.work.profile_tree import facts as t
from domain.work.profile_tree.state import Group, ProfileTree, SubGroup
from domain.work.statuses import facts as s
from domain.work.statuses.state import Status, StatusBoard, board_of
from domain.work.topics.facts import AddTopic, ChangeTopic, RemoveTopic, ShareTopic
from domain.work.topics.state import Topic, TopicList
from tests.support.lives.items import FURTHER, NOW, signs
from tests.support.lives.steps import Ask
from tests.support.shapes import (
    ACCOUNT,
    EVERYBODY,
    attested,
    attributes,
    named,
    sealed,
    signed,
    with_roles,
    wrap,
)

# How many entries a list is let grow to: as many as all moves among them need.
ENOUGH = 4
LAST = Place()


def next_content(entry: Entry, attrs: dict[str, str]) -> Sealed:
    """The content that follows; what the product brings along gets its first."""
    before = entry.sealed
    return sealed(
        entry.id,
        *entry.audience,
        revision=entry.revision + 1,
        content=before.content_revision + 1 if before else 1,
        attrs=attrs,
    )


def standing(entries: Iterable[Any]) -> list[Any]:
    return [entry for entry in entries if entry.state == "active"]


def places(entry: Entry, others: Iterable[Entry]) -> Iterator[Place]:
    for other in others:
        if other.id != entry.id:
            yield Place(before_id=other.id)
            yield Place(after_id=other.id)
    # Nothing is between two that stand at one rank, so all are ranked anew.
    yield Place(rank="V")


def status_board(board: StatusBoard | None, word: str) -> Iterator[Ask]:
    kept = board_of(ACCOUNT, board)
    outcomes: dict[s.Category, s.Outcome | None] = {"open": None, "active": None, "done": "completed"}
    there = standing(kept.statuses.values())
    for category, outcome in outcomes.items():
        if len(there) < ENOUGH + 5:
            yield Ask(_status(f"{word} {category}", category, outcome), NOW)
    for status in there:
        yield from _about_status(status, there, word)


def _status(word: str, category: s.Category, outcome: s.Outcome | None) -> s.AddStatus:
    id = StatusId(named(word))
    content = sealed(id, attrs=attributes(category=category, outcome=outcome))
    return s.AddStatus(id=id, sealed=content, audience=EVERYBODY, category=category, outcome=outcome)


def _signs_anew(status: Status, word: str, *, default: bool) -> dict[str, Any]:
    """It is the default, or none any more, under attributes or the first content of a built-in one."""
    attrs = signs(replace(status, default=default))
    if status.sealed is None:
        content = next_content(status, attrs)
        return {"id": status.id, "sealed": content, "audience": EVERYBODY, "default": default}
    says = attested(f"{word} {status.id} {default}", attrs)
    return {"id": status.id, "attested": says, "default": default}


def _about_status(status: Status, there: list[Status], word: str) -> Iterator[Ask]:
    id = status.id
    yield Ask(s.ChangeStatus(id=id, sealed=next_content(status, signs(status)), audience=EVERYBODY), NOW)
    for other in there:
        if other.category == status.category and other.default and not status.default:
            also = s.FormerDefault(**_signs_anew(other, word, default=False))
            yield Ask(s.ChangeStatus(**_signs_anew(status, word, default=True), also=also), NOW)
    for place in places(status, there[:2]):
        yield Ask(s.ChangeStatus(id=id, place=place), NOW)
    yield Ask(
        s.ShareStatus(
            id, (wrap(FURTHER),), signed(f"{word} {id} share"), with_roles(status.audience, FURTHER)
        ),
        NOW,
    )
    for other in there:
        if other.id == id or other.category != status.category:
            continue
        says = attested(f"{word} {id} {other.id}", signs(replace(status, moved_to=other.id)))
        ends = s.RemoveStatus(id=id, move_to=other.id, attested=says, signed=signed(f"{word} {id} remove"))
        if status.sealed is None:
            ends = replace(ends, sealed=next_content(status, signs(status)), audience=EVERYBODY)
        yield Ask(ends, NOW)


def topic_list(topics: TopicList | None, word: str) -> Iterator[Ask]:
    there: list[Topic] = standing((topics or TopicList()).topics.values())
    for parent in (None, *(topic.id for topic in there)):
        if len(there) < ENOUGH:
            id = TopicId(named(f"{word} {parent}"))
            content = sealed(id, attrs=attributes(parentId=parent))
            yield Ask(AddTopic(id=id, sealed=content, audience=EVERYBODY, parent_id=parent), NOW)
    for topic in there:
        id = topic.id
        yield Ask(ChangeTopic(id=id, sealed=next_content(topic, signs(topic)), audience=EVERYBODY), NOW)
        for parent in (None, *(other.id for other in there)):
            attrs = signs(replace(topic, parent_id=parent))
            says = attested(f"{word} {id} {parent}", attrs)
            yield Ask(ChangeTopic(id=id, attested=says, parent_id=parent), NOW)
        for place in places(topic, there):
            yield Ask(ChangeTopic(id=id, place=place), NOW)
        yield Ask(
            ShareTopic(
                id, (wrap(FURTHER),), signed(f"{word} {id} share"), with_roles(topic.audience, FURTHER)
            ),
            NOW,
        )
        yield Ask(RemoveTopic(id, signed(f"{word} {id} remove")), NOW)


PERSON = profile_type("person")


def profile_tree(tree: ProfileTree | None, word: str) -> Iterator[Ask]:
    tree = tree or ProfileTree()
    groups: list[Group] = standing(tree.groups.values())
    parts: list[SubGroup] = standing(tree.sub_groups.values())
    if len(groups) < ENOUGH:
        id = GroupId(named(f"{word} group"))
        content = sealed(id, attrs=attributes(typeId=PERSON))
        yield Ask(t.AddGroup(id=id, sealed=content, audience=EVERYBODY, type_id=PERSON), NOW)
    for group in groups:
        yield from _about_group(group, groups, word)
        if len(parts) < ENOUGH:
            part_id = SubGroupId(named(f"{word} part {group.id}"))
            content = sealed(part_id, attrs=attributes(groupId=group.id))
            adds = t.AddSubGroup(id=part_id, sealed=content, audience=EVERYBODY, group_id=group.id)
            yield Ask(adds, NOW)
        within = [part.id for part in tree.parts_of(group.id)]
        yield Ask(t.OrderSubGroups(group.id, tuple(sorted(within))), NOW)
        yield Ask(t.OrderSubGroups(group.id, tuple(sorted(within, reverse=True))), NOW)
    for part in parts:
        yield from _about_part(part, parts, word)


def _about_group(group: Group, groups: list[Group], word: str) -> Iterator[Ask]:
    id = group.id
    yield Ask(t.ChangeGroup(id=id, sealed=next_content(group, signs(group)), audience=EVERYBODY), NOW)
    for place in places(group, groups):
        yield Ask(t.ChangeGroup(id=id, place=place), NOW)
    yield Ask(
        t.ShareGroup(id, (wrap(FURTHER),), signed(f"{word} {id} share"), with_roles(group.audience, FURTHER)),
        NOW,
    )
    yield Ask(t.RemoveGroup(id=id, signed=signed(f"{word} {id} remove")), NOW)
    for other in groups:
        says = attested(f"{word} {id} {other.id}", signs(replace(group, moved_to=other.id)))
        ends = signed(f"{word} {id} remove")
        yield Ask(t.RemoveGroup(id=id, signed=ends, move_to=other.id, attested=says, profiles=2), NOW)


def _about_part(part: SubGroup, parts: list[SubGroup], word: str) -> Iterator[Ask]:
    id = part.id
    yield Ask(t.ChangeSubGroup(id=id, sealed=next_content(part, signs(part)), audience=EVERYBODY), NOW)
    yield Ask(
        t.ShareSubGroup(
            id, (wrap(FURTHER),), signed(f"{word} {id} share"), with_roles(part.audience, FURTHER)
        ),
        NOW,
    )
    yield Ask(t.RemoveSubGroup(id=id, signed=signed(f"{word} {id} remove")), NOW)
    targets: list[UUID] = [part.group_id, *(other.id for other in parts)]
    for target in targets:
        says = attested(f"{word} {id} {target}", signs(replace(part, moved_to=target)))
        ends = signed(f"{word} {id} remove")
        yield Ask(t.RemoveSubGroup(id=id, signed=ends, move_to=target, attested=says, profiles=2), NOW)
    for place in places(part, parts):
        yield Ask(t.ChangeSubGroup(id=id, place=place), NOW)
