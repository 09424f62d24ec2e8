"""What can be asked of the items that people keep: contacts, vendors, profiles, saved filters, documents."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, Literal

from msgspec.structs import replace

from domain.ids import DocumentId, FileId, FilterId, GroupId, ProfileId, ProfileTypeId, RoleId, SubGroupId
from domain.kernel import Actor
from domain.sealed import Sealed
from domain.work.documents import facts as d
from domain.work.documents.state import Document, DocumentVersion
from domain.work.items.facts import DeleteItem, EmptyBin, PurgeItem, RestoreItem, ShareItem
from domain.work.items.state import SealedItem
from domain.work.plain.facts import ChangeItem, CreateItem
from domain.work.plain.state import PlainItem
from domain.work.profiles.facts import ArchiveProfile, CreateProfile, MoveProfile, RankProfile, ReviseProfile
from domain.work.profiles.state import Profile
from domain.work.saved_filters.facts import ChangeFilter, RemoveFilter, SaveFilter
from domain.work.saved_filters.state import SavedFilter
from tests.support.lives.steps import Ask
from tests.support.shapes import (
    EVERYBODY,
    OWNER,
    PRIVATE,
    attested,
    attributes,
    moment,
    named,
    sealed,
    signed,
    with_roles,
    wrap,
)

FURTHER = RoleId(named("a further role"))
NOW = moment()
CLOCK = NOW._replace(actor=Actor("system", account_id=NOW.actor.account_id))
ITEM = named("item")


def signs(record: Any) -> dict[str, str]:
    """The signed attributes of a record as it is."""
    return attributes(**record.attributes)


def next_content(record: Any, *roles: RoleId) -> Sealed:
    """The content that follows the one in force; without roles for those who open it now."""
    before: Sealed = record.sealed
    return sealed(
        before.id,
        *(roles or record.audience),
        revision=record.revision + 1,
        content=before.content_revision + 1,
        schema=before.schema,
        attrs=signs(record),
    )


def shared_and_binned(item: SealedItem, word: str) -> Iterator[Ask]:
    """What every kind of item can be asked."""
    yield Ask(
        ShareItem(ITEM, (wrap(FURTHER),), signed(f"{word} share"), with_roles(item.audience, FURTHER)), NOW
    )
    yield Ask(DeleteItem(ITEM, signed(f"{word} delete")), NOW)
    yield Ask(RestoreItem(ITEM, attested(f"{word} restore", signs(item))), NOW)
    yield Ask(PurgeItem(ITEM), NOW)
    yield Ask(EmptyBin(ITEM), CLOCK)


def contact_or_vendor(item: PlainItem | None, word: str) -> Iterator[Ask]:
    if item is None:
        for roles in (EVERYBODY, (PRIVATE,)):
            content = sealed(ITEM, *roles, attrs=attributes(state="active"))
            yield Ask(CreateItem(ITEM, content, roles), NOW)
        return
    for state in ("active", "archived"):
        attrs = signs(replace(item, lifecycle=state))
        yield Ask(ChangeItem(id=ITEM, attested=attested(f"{word} {state}", attrs), state=state), NOW)
    yield Ask(ChangeItem(id=ITEM, sealed=next_content(item), audience=item.audience), NOW)
    yield Ask(ChangeItem(id=ITEM, sealed=next_content(item, OWNER), audience=(OWNER,)), NOW)
    yield from shared_and_binned(item, word)


def profile(item: Profile | None, word: str) -> Iterator[Ask]:
    groups = [GroupId(named("family")), GroupId(named("friends"))]
    part = SubGroupId(named("children"))
    if item is None:
        kind = ProfileTypeId(named("person"))
        attrs = attributes(typeId=kind, groupId=groups[0], state="active")
        content = sealed(ITEM, attrs=attrs)
        yield Ask(
            CreateProfile(
                id=ProfileId(ITEM),
                sealed=content,
                audience=EVERYBODY,
                type_id=kind,
                group_id=groups[0],
                rank="V",
            ),
            NOW,
        )
        return
    id = ProfileId(ITEM)
    yield Ask(ReviseProfile(id=id, sealed=next_content(item), audience=item.audience), NOW)
    yield Ask(ReviseProfile(id=id, sealed=next_content(item, OWNER), audience=(OWNER,)), NOW)
    for group in groups:
        for sub_group in (None, part):
            attrs = signs(replace(item, group_id=group, sub_group_id=sub_group))
            moves = MoveProfile(
                id=id,
                group_id=group,
                sub_group_id=sub_group,
                rank=item.rank,
                attested=attested(f"{word} {group} {sub_group}", attrs),
            )
            yield Ask(moves, NOW)
    yield Ask(MoveProfile(id=id, group_id=item.group_id, sub_group_id=item.sub_group_id, rank="f"), NOW)
    yield Ask(RankProfile(id, "k" if item.rank != "k" else "V"), NOW)
    for archived, cascade in ((True, True), (True, False), (False, False)):
        attrs = signs(replace(item, lifecycle="archived" if archived else "active"))
        says = attested(f"{word} {archived} {cascade}", attrs)
        yield Ask(ArchiveProfile(id=id, archived=archived, cascade=cascade, attested=says), NOW)
    yield from shared_and_binned(item, word)


def saved_filter(item: SavedFilter | None, word: str) -> Iterator[Ask]:
    id = FilterId(ITEM)
    scopes: list[tuple[Literal["private", "shared"], tuple[RoleId, ...]]] = [
        ("shared", EVERYBODY),
        ("private", (PRIVATE,)),
    ]
    if item is None:
        for scope, roles in scopes:
            attrs = attributes(entity="task", scope=scope, pinned=False)
            content = sealed(ITEM, *roles, attrs=attrs)
            yield Ask(SaveFilter(id=id, sealed=content, audience=roles, entity="task", scope=scope), NOW)
        return
    for scope, roles in scopes:
        content = replace(next_content(item, *roles), attrs=signs(replace(item, scope=scope)))
        yield Ask(ChangeFilter(id=id, sealed=content, audience=roles, scope=scope), NOW)
    yield Ask(ChangeFilter(id=id, sealed=next_content(item, OWNER), audience=(OWNER,)), NOW)
    for pinned in (True, False):
        says = attested(f"{word} {pinned}", signs(replace(item, pinned=pinned)))
        yield Ask(ChangeFilter(id=id, attested=says, pinned=pinned), NOW)
    yield Ask(
        ShareItem(ITEM, (wrap(FURTHER),), signed(f"{word} share"), with_roles(item.audience, FURTHER)), NOW
    )
    yield Ask(RemoveFilter(id, signed(f"{word} remove")), NOW)


FILES = tuple(FileId(named(word)) for word in ("first file", "second file"))
TOPICS = tuple(sorted((named("taxes"), named("travel"))))
EXPIRES = date(2027, 3, 31)


def document(item: Document | None, word: str) -> Iterator[Ask]:
    id = DocumentId(ITEM)
    if item is None:
        yield from _begun(id)
        return
    yield Ask(d.ChangeDocument(id=id, sealed=next_content(item), audience=item.audience), NOW)
    yield Ask(d.ChangeDocument(id=id, sealed=next_content(item, OWNER), audience=(OWNER,)), NOW)
    filed = replace(item, topic_ids=TOPICS if not item.topic_ids else ())
    yield _says(word + "filed", filed, topic_ids=filed.topic_ids)
    expiring = replace(item, expires_on=None if item.expires_on else EXPIRES, remind_days=(7, 30))
    yield _says(word + "expires", expiring, expires_on=expiring.expires_on, remind_days=expiring.remind_days)
    number = len(item.versions) + 1
    added = replace(item, versions=(*item.versions, DocumentVersion(number, FILES[number % 2])))
    yield _says(word + "version", added, add_version=d.NextVersion(FILES[number % 2]))
    renewed = replace(added, expires_on=EXPIRES)
    version = d.NextVersion(FILES[number % 2], renew=True)
    yield _says(word + "renewed", renewed, add_version=version, expires_on=EXPIRES)
    if item.versions:
        restored = replace(item, versions=(*item.versions, replace(item.versions[0], number=number)))
        again = d.NextVersion(item.versions[0].file_id, restore_of=1)
        yield _says(word + "restored", restored, add_version=again)
    attached = replace(item, file_ids=FILES if not item.file_ids else FILES[:1])
    yield _says(word + "attached", attached, file_ids=attached.file_ids)
    for lifecycle in ("active", "archived"):
        yield _says(word + lifecycle, replace(item, lifecycle=lifecycle), state=lifecycle)
    yield Ask(
        d.ShareDocument(id, (wrap(FURTHER),), signed(f"{word} share"), with_roles(item.audience, FURTHER)),
        NOW,
    )
    yield Ask(d.DeleteDocument(id, signed(f"{word} delete")), NOW)
    yield Ask(d.RestoreDocument(id, attested(f"{word} restore", signs(item))), NOW)
    yield Ask(d.PurgeDocument(id), NOW)
    yield Ask(d.EmptyBin(id), CLOCK)


def _begun(id: DocumentId) -> Iterator[Ask]:
    attrs = attributes(state="active", versions=FILES[:1], fileIds=FILES[1:])
    yield Ask(
        d.CreateDocument(
            id=id,
            sealed=sealed(ITEM, attrs=attrs),
            audience=EVERYBODY,
            add_version=d.FirstVersion(FILES[0]),
            file_ids=FILES[1:],
            source_id=DocumentId(named("another document")),
        ),
        NOW,
    )
    note = sealed(ITEM, attrs=attributes(state="draft", noteOnly=True))
    yield Ask(d.CreateDocument(id=id, sealed=note, audience=EVERYBODY, state="draft", note_only=True), NOW)
    private = sealed(ITEM, PRIVATE, attrs=attributes(state="active", noteOnly=True))
    yield Ask(d.CreateDocument(id=id, sealed=private, audience=(PRIVATE,), note_only=True), NOW)


def _says(word: str, after: Document, **members: Any) -> Ask:
    """A change under signed attributes that say what comes of it."""
    return Ask(d.ChangeDocument(id=DocumentId(ITEM), attested=attested(word, signs(after)), **members), NOW)
