"""What each person is told by the bell, until it is settled or ninety days old."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Literal, NamedTuple, get_args
from uuid import UUID, uuid5

from domain.accounts import invitations as i
from domain.accounts.accounts.events import MemberRemoved
from domain.identity.access_log import RecoveryRead
from domain.identity.users import EmailChanged, UserErased, UserRegistered
from domain.ids import GLOBAL
from domain.kernel import Recorded, wire_time
from domain.oversight.damage import FileDamageEnded, FileFoundDamaged
from domain.oversight.due import DueWarned, due_id
from domain.oversight.expiry import ExpiryWarned
from domain.oversight.notices import NoticeGiven, NoticesDone, NoticesRead
from domain.oversight.suspicion.activities import ActivityDetected, ActivityResolved
from domain.vault.devices import (
    WAITS_FOR,
    DeviceAttached,
    DevicePending,
    DeviceRevoked,
    RecoveryUsed,
)
from domain.vault.key_log import KeyStatementAppended
from domain.vault.statement_types import UserVouch
from domain.vault.statements import read_signed
from domain.work.documents.facts import (
    DocumentArchived,
    DocumentDeleted,
    DocumentExpirySet,
    DocumentPurged,
    DocumentRenewed,
)
from domain.work.files.facts import FileLinked, FileUnlinked
from domain.work.tasks.facts import (
    CommentRevised,
    ReminderFired,
    TaskCommented,
    TaskDeleted,
    TaskOccurrenceClosed,
    TaskPurged,
    TaskScheduled,
    TaskStatusChanged,
)
from projections.kernel import Needed, Projection, Reader, Rows, Table

About = Literal[
    "firstDevice",
    "furtherDevice",
    "invitation",
    "recoveryRead",
    "recoveryUsed",
    "suspicious",
    "taskDue",
    "mentioned",
    "fileDamaged",
    "documentExpires",
]
Kind = Literal["keyNeeded", "invitation", "security", "reminder", "mention", "damage", "expiry"]
_KINDS: dict[About, Kind] = {
    "firstDevice": "keyNeeded",
    "furtherDevice": "keyNeeded",
    "invitation": "invitation",
    "recoveryRead": "security",
    "recoveryUsed": "security",
    "suspicious": "security",
    "taskDue": "reminder",
    "mentioned": "mention",
    "fileDamaged": "damage",
    "documentExpires": "expiry",
}
assert _KINDS.keys() == set(get_args(About))

NOTICES = Table(
    "notices",
    {
        "id": "uuid not null",
        "user_id": "uuid not null",
        "account_id": "uuid not null",
        "kind": "text not null",
        "about": "text not null",
        "target_id": "uuid not null",
        # Whose device it is, or who invites.
        "person_id": "uuid",
        "at": "timestamptz not null",
        "until": "timestamptz",
        "read_at": "timestamptz",
        # Which date of a document it warns of: readers go by the one that is signed.
        "expires_on": "date",
        "json": "jsonb not null",
    },
    # A notice may be for somebody who is in no account, or in another one.
    account=False,
    key=("id", "user_id"),
    indexes=("user_id, at, id", "target_id", "person_id", "seq"),
    own_rows="user_id",
)
# Whose an address is, to tell those who are invited and known already.
ADDRESSES = Table(
    "notice_addresses",
    {"email_index": "text not null", "user_id": "uuid not null"},
    account=False,
    key=("email_index",),
    indexes=("user_id",),
    # Nobody who asks needs it, so nobody sees a row but that of their own.
    own_rows="user_id",
)
# Damaged objects that people were told of. The clock looks over all accounts, so these rows belong to none.
DAMAGED = Table(
    "damaged_objects",
    {
        "id": "uuid not null",
        "account_id": "uuid not null",
        "file_id": "uuid not null",
        "document_id": "uuid not null",
        # The document that was named holds the file no more.
        "loose": "boolean not null",
    },
    account=False,
    indexes=("file_id",),
)


def apply(rows: Rows, fact: Recorded) -> None:
    match fact.event:
        case UserRegistered(user_id=user_id, email_index=index):
            if index:
                rows.put(ADDRESSES, {"email_index": index}, user_id=user_id)
        case EmailChanged(email_index=index):
            _forget_address(rows, fact.entity_id)
            if index:
                rows.put(ADDRESSES, {"email_index": index}, user_id=fact.entity_id)
        case UserErased():
            _forget_address(rows, fact.entity_id)
            # Nobody reads them; and that an address was known cannot be told from the log any more.
            _settle(rows, user_id=fact.entity_id)
        case NoticeGiven(device_id=device_id, person_id=person_id, user_ids=user_ids):
            for user_id in user_ids:
                _tell(rows, fact, fact.entity_id, user_id, "firstDevice", device_id, person_id)
        case DevicePending(device_id=device_id, user_id=user_id, announced_at=announced_at):
            until = announced_at + WAITS_FOR
            _tell(rows, fact, fact.event_id, user_id, "furtherDevice", device_id, user_id, until)
        case DeviceAttached(device_id=device_id):
            _settle(rows, about="furtherDevice", target_id=device_id)
        case DeviceRevoked():
            _settle(rows, kind="keyNeeded", target_id=fact.entity_id)
        case KeyStatementAppended() as event:
            statement = read_signed(event.signed)
            if isinstance(statement.body, UserVouch):
                person = {"person_id": statement.body.user_id, "account_id": fact.account_id}
                _settle(rows, about="firstDevice", **person)
        case i.InvitationSent(email_hash=email_hash, invited_by=inviter, expires_at=until):
            known = rows.get(ADDRESSES, {"email_index": email_hash}) if email_hash else None
            if known is not None:
                invited, id = known["user_id"], fact.entity_id
                _tell(rows, fact, id, invited, "invitation", id, inviter, until)
        case i.InvitationAccepted() | i.InvitationCancelled() | i.InvitationExpired():
            _settle(rows, about="invitation", target_id=fact.entity_id)
        case RecoveryRead(device_id=device_id) if fact.actor_id is not None:
            # One look gives out the envelopes of all devices.
            once = uuid5(GLOBAL, f"recovery.read:{fact.request_id}")
            _tell(rows, fact, once, fact.actor_id, "recoveryRead", device_id, fact.actor_id)
        case RecoveryUsed(new_device_id=device_id) if fact.actor_id is not None:
            _tell(rows, fact, fact.event_id, fact.actor_id, "recoveryUsed", device_id, fact.actor_id)
        case ActivityDetected(activity_id=activity_id, user_id=user_id, account_ids=account_ids):
            # It is about the person and not about an account: it is told in each, and named by the first.
            if user_id is not None and account_ids:
                _tell(
                    rows,
                    fact,
                    activity_id,
                    user_id,
                    "suspicious",
                    activity_id,
                    None,
                    account_id=account_ids[0],
                )
        case ActivityResolved(activity_id=activity_id):
            _settle(rows, about="suspicious", target_id=activity_id)
        case NoticesRead(notice_ids=ids):
            for id in ids:
                _read(rows, {"id": id, "user_id": fact.entity_id}, fact.occurred_at)
        case NoticesDone(notice_ids=ids):
            for id in ids:
                rows.delete(NOTICES, {"id": id, "user_id": fact.entity_id})
        case ReminderFired(user_ids=user_ids):
            for user_id in user_ids:
                _tell(rows, fact, fact.event_id, user_id, "taskDue", fact.entity_id, None)
        case TaskCommented(comment_id=comment_id, mention_ids=user_ids):
            _mention(rows, fact, comment_id, user_ids)
        case CommentRevised(comment_id=comment_id, mention_ids=user_ids):
            _mention(rows, fact, comment_id, user_ids)
        case FileFoundDamaged(file_id=file_id, document_id=document_id, user_ids=user_ids):
            place = {"account_id": fact.account_id, "file_id": file_id, "document_id": document_id}
            rows.put(DAMAGED, fact.entity_id, **place, loose=False)
            # It may have been told under another document before.
            _settle(rows, id=fact.entity_id)
            for user_id in user_ids:
                _tell(rows, fact, fact.entity_id, user_id, "fileDamaged", document_id, None)
        case FileDamageEnded():
            rows.delete(DAMAGED, fact.entity_id)
            _settle(rows, id=fact.entity_id)
        case FileLinked(document_id=document_id):
            _held(rows, fact, document_id, loose=False)
        case FileUnlinked(document_id=document_id):
            _held(rows, fact, document_id, loose=True)
        case ExpiryWarned(document_id=document_id, expires_on=expires_on, user_ids=user_ids):
            # Each stage takes the place of the one before, also where it was not read yet.
            _settle(rows, id=fact.entity_id)
            for user_id in user_ids:
                _tell(rows, fact, fact.entity_id, user_id, "documentExpires", document_id, None)
                rows.patch(NOTICES, {"id": fact.entity_id, "user_id": user_id}, expires_on=expires_on)
        case DocumentExpirySet(expires_on=expires_on) | DocumentRenewed(expires_on=expires_on):
            _expires(rows, fact, expires_on)
        case DocumentArchived() | DocumentDeleted() | DocumentPurged():
            _settle(rows, about="documentExpires", target_id=fact.entity_id)
        case DueWarned(task_id=task_id, user_ids=user_ids):
            _settle(rows, id=fact.entity_id)
            for user_id in user_ids:
                _tell(rows, fact, fact.entity_id, user_id, "taskDue", task_id, None)
        case TaskScheduled() | TaskOccurrenceClosed() | TaskStatusChanged(category="done"):
            # Another date, or none: the warning of that day is over. A reminder stays until it is read.
            _settle(rows, id=due_id(fact.entity_id))
        case TaskDeleted() | TaskPurged():
            _settle(rows, target_id=fact.entity_id)
        case MemberRemoved(user_id=user_id):
            _settle(rows, person_id=user_id, account_id=fact.account_id)
            _settle(rows, user_id=user_id, account_id=fact.account_id)
        case _:
            pass


def _tell(
    rows: Rows,
    fact: Recorded,
    id: UUID,
    user_id: UUID,
    about: About,
    target_id: UUID,
    person_id: UUID | None,
    until: datetime | None = None,
    account_id: UUID | None = None,
) -> None:
    rows.put(
        NOTICES,
        {"id": id, "user_id": user_id},
        account_id=account_id or fact.account_id,
        kind=_KINDS[about],
        about=about,
        target_id=target_id,
        person_id=person_id,
        at=fact.occurred_at,
        until=until,
        json={
            "id": str(id),
            "accountId": str(account_id or fact.account_id),
            "kind": _KINDS[about],
            "about": about,
            "targetId": str(target_id),
            "personId": None if person_id is None else str(person_id),
            "at": wire_time(fact.occurred_at),
            "readAt": None,
        },
        read_at=None,
    )


def _mention(rows: Rows, fact: Recorded, comment_id: UUID, user_ids: Sequence[UUID]) -> None:
    """Each is told once, and nobody of what they said themselves."""
    for user_id in user_ids:
        told = rows.get(NOTICES, {"id": comment_id, "user_id": user_id})
        if told is None and user_id != fact.actor_id:
            _tell(rows, fact, comment_id, user_id, "mentioned", fact.entity_id, fact.actor_id)


def _expires(rows: Rows, fact: Recorded, expires_on: date | None) -> None:
    """A warning of another date is over."""
    for row in rows.select(NOTICES, about="documentExpires", target_id=fact.entity_id):
        if row["expires_on"] != expires_on:
            rows.delete(NOTICES, {"id": row["id"], "user_id": row["user_id"]})


def _held(rows: Rows, fact: Recorded, document_id: UUID, *, loose: bool) -> None:
    for row in rows.select(DAMAGED, file_id=fact.entity_id, document_id=document_id):
        rows.patch(DAMAGED, row["id"], loose=loose)


def _forget_address(rows: Rows, user_id: UUID) -> None:
    """By the person and not by the address, which cannot be read any more once its person is erased."""
    for row in rows.select(ADDRESSES, user_id=user_id):
        rows.delete(ADDRESSES, {"email_index": row["email_index"]})


def _read(rows: Rows, key: dict[str, UUID], at: datetime) -> None:
    row = rows.get(NOTICES, key)
    if row is not None:
        rows.patch(NOTICES, key, read_at=at, json={**row["json"], "readAt": wire_time(at)})


def _settle(rows: Rows, **where: Any) -> None:
    """What a notice asked for was done, so nobody has to hear of it any more."""
    for row in rows.select(NOTICES, **where):
        rows.delete(NOTICES, {"id": row["id"], "user_id": row["user_id"]})


def _needs(fact: Recorded) -> Iterator[Needed]:
    """What was told of a thing, before that is over."""
    match fact.event:
        case (
            DocumentExpirySet()
            | DocumentRenewed()
            | DocumentArchived()
            | DocumentDeleted()
            | DocumentPurged()
        ):
            yield Needed(NOTICES, {"about": "documentExpires", "target_id": fact.entity_id})
        case TaskScheduled() | TaskOccurrenceClosed() | TaskStatusChanged(category="done"):
            yield Needed(NOTICES, {"id": due_id(fact.entity_id)})
        case TaskDeleted() | TaskPurged():
            yield Needed(NOTICES, {"target_id": fact.entity_id})
        case ExpiryWarned() | DueWarned() | FileFoundDamaged() | FileDamageEnded():
            yield Needed(NOTICES, {"id": fact.entity_id})
        case _:
            pass


PROJECTION = Projection(
    "notices",
    6,
    (NOTICES, ADDRESSES, DAMAGED),
    apply,
    (
        UserRegistered,
        EmailChanged,
        UserErased,
        NoticeGiven,
        NoticesRead,
        NoticesDone,
        DevicePending,
        DeviceAttached,
        DeviceRevoked,
        RecoveryUsed,
        RecoveryRead,
        KeyStatementAppended,
        MemberRemoved,
        ActivityDetected,
        ActivityResolved,
        ReminderFired,
        FileFoundDamaged,
        FileDamageEnded,
        FileLinked,
        FileUnlinked,
        ExpiryWarned,
        DueWarned,
        TaskScheduled,
        TaskOccurrenceClosed,
        TaskStatusChanged,
        DocumentExpirySet,
        DocumentRenewed,
        DocumentArchived,
        DocumentDeleted,
        DocumentPurged,
        TaskCommented,
        CommentRevised,
        TaskDeleted,
        TaskPurged,
        *i.INVITATION.events,
    ),
    needs=_needs,
)

KEPT = timedelta(days=90)

# Invitations and alarms are for the person, wherever they are; all else is about things of an account.
_OPEN = """
user_id = %(user_id)s and (kind in ('invitation', 'security') or account_id = %(account_id)s)
    and at > %(since)s and (until is null or until > %(now)s)
    and (kind <> 'expiry' or (
        select audience from read.documents as d
        where d.account_id = notices.account_id and d.id = notices.target_id
    ) && %(reads)s::uuid[])
"""
_LIST = f"""
select json::text from read.notices as notices
where {_OPEN} order by at desc, id desc limit %(limit)s
"""  # noqa: S608 - constants
_UNREAD = f"select count(*) from read.notices as notices where {_OPEN} and read_at is null"  # noqa: S608 - constants
_STILL_UNREAD = """
select id from read.notices where user_id = %(user_id)s and id = any(%(ids)s) and read_at is null
"""
# What waits for an answer goes with it, and what warns of a person's keys stays for its days.
_MAY_BE_DONE = """
select id from read.notices
where user_id = %(user_id)s and id = any(%(ids)s) and kind in ('reminder', 'mention', 'expiry')
"""


TOLD_BETWEEN = """
select user_id, account_id, kind, id, seq from read.notices
where seq between %s and %s and read_at is null order by seq, id
"""
_REPORTED = "select id, account_id, loose from read.damaged_objects"


class Reported(NamedTuple):
    """A damaged object that people were told of; `loose` when the document named lets go of it."""

    account_id: UUID
    loose: bool


class Told(NamedTuple):
    """That there is a notice, as it is said between processes."""

    user_id: UUID
    account_id: UUID
    kind: Kind
    id: UUID
    seq: int


class Shown(NamedTuple):
    json: list[str]
    unread: int


async def notices_of(
    reader: Reader,
    user_id: UUID,
    account_id: UUID | None,
    reads: frozenset[Any],
    now: datetime,
    limit: int,
) -> Shown:
    """What a person is told in an account, the newest first, and how much of all of it is unread.

    Of a document they hear as long as it is for one of the roles that they read for.
    """
    asked = {
        "user_id": user_id,
        "account_id": account_id,
        "reads": list(reads),
        "now": now,
        "since": now - KEPT,
    }
    seen_by = {"account_id": account_id, "user_id": user_id}
    rows = await reader.all(_LIST, {**asked, "limit": limit}, **seen_by)
    count = await reader.one(_UNREAD, asked, **seen_by)
    return Shown([json for (json,) in rows], 0 if count is None else count[0])


async def still_unread(reader: Reader, user_id: UUID, ids: Sequence[UUID]) -> list[UUID]:
    """Those of them that are this person's and were not read before."""
    rows = await reader.all(_STILL_UNREAD, {"user_id": user_id, "ids": list(ids)}, user_id=user_id)
    return [id for (id,) in rows]


async def may_be_done(reader: Reader, user_id: UUID, ids: Sequence[UUID]) -> list[UUID]:
    """Those of them that are this person's, and theirs to say that they are dealt with."""
    rows = await reader.all(_MAY_BE_DONE, {"user_id": user_id, "ids": list(ids)}, user_id=user_id)
    return [id for (id,) in rows]


async def reported_damage(reader: Reader) -> dict[UUID, Reported]:
    """Every damaged object that people were told of, by the id of its damage."""
    return {row[0]: Reported(*row[1:]) for row in await reader.all(_REPORTED)}
