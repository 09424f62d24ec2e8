"""What people write into an account, decided by the product's own deciders.

Contacts, documents and tasks begin, change and are archived or done, in records of the usual size whose
contents are random bytes. Their statements are real: each is signed by a device and names the one before.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

from application.ports import Append, Context, StreamAppend
from client.crypto.audiences import audience_of
from client.crypto.devices import new_device
from client.crypto.signing import signed_by
from client.crypto.statements import NO_HASH, Author, Field, View, build
from domain.ids import AccountId, DocumentId, RoleId, StatusId, TaskId, UserId, built_in_role
from domain.kernel import Actor, Decider, Moment
from domain.records import Attested, encoded, unpadded
from domain.sealed import Sealed, Signed, Wrap
from domain.work.contacts import CONTACT
from domain.work.documents import DOCUMENT
from domain.work.documents.facts import ChangeDocument, CreateDocument
from domain.work.plain.facts import ChangeItem, CreateItem
from domain.work.tasks import TASK
from domain.work.tasks.facts import ChangeTask, Column, CreateTask

# A record of the usual size: contents of 942 bytes, and a wrap for each of the three roles that read it.
_CONTENT_BYTES = 942
_TO_DO, _DONE = Column(StatusId(UUID(int=1)), "open"), Column(StatusId(UUID(int=2)), "done")


class Writer:
    """One person with one device in one account. Each append is what one command decides, as its route
    would store it."""

    def __init__(self, account: AccountId | None = None, user: UserId | None = None) -> None:
        self.account, self.user = account or AccountId(uuid4()), user or UserId(uuid4())
        self.device = new_device(self.account, self.user)
        named = (built_in_role(self.account, name) for name in ("owner", "admin", "member"))
        self.audience: tuple[RoleId, ...] = tuple(sorted(named))
        owner = built_in_role(self.account, "owner")
        self.actor = Actor("user", self.user, self.account, role_id=owner, reads=frozenset(self.audience))

    def appends(self) -> Iterator[Append]:
        """Without end: a contact, a document and a task live side by side, then the next three."""
        while True:
            for turn in zip(self._contact(), self._document(), self._task(), strict=True):
                yield from turn

    def expiring(self, day: date, remind_days: tuple[int, ...] = ()) -> Append:
        """A new document that expires on a day."""
        life = _Life(self, DOCUMENT)
        attrs: dict[str, Any] = {"state": "active", "noteOnly": True, "expiresOn": day}
        if remind_days:
            attrs["remindDays"] = remind_days
        return life.after(
            CreateDocument(
                id=DocumentId(life.id),
                sealed=life.sealed(attrs),
                audience=self.audience,
                note_only=True,
                expires_on=day,
                remind_days=remind_days,
            )
        )

    def _contact(self) -> Iterator[Append]:
        life = _Life(self, CONTACT)
        active, archived = {"state": "active"}, {"state": "archived"}
        yield life.after(CreateItem(life.id, life.sealed(active), self.audience))
        yield life.after(ChangeItem(id=life.id, sealed=life.sealed(active)))
        yield life.after(ChangeItem(id=life.id, attested=life.attested(archived), state="archived"))

    def _document(self) -> Iterator[Append]:
        life, day = _Life(self, DOCUMENT), date(2031, 5, 4)
        begun = DocumentId(life.id)
        attrs: dict[str, Any] = {"state": "active", "noteOnly": True}
        expiring = {**attrs, "expiresOn": day}
        yield life.after(
            CreateDocument(id=begun, sealed=life.sealed(attrs), audience=self.audience, note_only=True)
        )
        yield life.after(ChangeDocument(id=begun, attested=life.attested(expiring), expires_on=day))
        yield life.after(ChangeDocument(id=begun, sealed=life.sealed(expiring)))

    def _task(self) -> Iterator[Append]:
        life = _Life(self, TASK)
        begun, rank = TaskId(life.id), f"V{secrets.token_hex(4)}V"
        to_do, done = ({"state": "active", "statusId": column.status_id} for column in (_TO_DO, _DONE))
        first = life.sealed(to_do)
        yield life.after(CreateTask(id=begun, sealed=first, audience=self.audience, column=_TO_DO, rank=rank))
        yield life.after(ChangeTask(id=begun, sealed=life.sealed(to_do)))
        yield life.after(ChangeTask(id=begun, attested=life.attested(done), column=_DONE))


class _Life:
    """One item, from command to command and from statement to statement."""

    def __init__(self, writer: Writer, decider: Decider[Any, Any, Any]) -> None:
        self.id = uuid4()
        self._writer, self._decider = writer, decider
        self._state: Any = None
        self._version = self._seq = self._content = 0
        self._previous = NO_HASH

    def after(self, command: Any) -> Append:
        now, actor = datetime.now(UTC), self._writer.actor
        events = tuple(self._decider.decide(command, self._state, Moment(actor, now)))
        stream = StreamAppend(self._decider, self._writer.account, self.id, self._version, events)
        for event in events:
            self._state = self._decider.evolve(self._state, event)
        self._version += len(events)
        return Append(Context(actor, now, uuid4(), uuid4()), (stream,))

    def sealed(self, attrs: Mapping[str, Any]) -> Sealed:
        self._content += 1
        hashes: dict[str, Field] = {
            name: secrets.token_bytes(32) for name in ("boxHash", "wrapsHash", "attrsHash")
        }
        audience = audience_of(self._writer.audience)
        signed = self._signed("record.put", {"schema": 1, "audience": audience, **hashes})
        return Sealed(
            id=self.id,
            revision=self._seq,
            content_revision=self._content,
            schema=1,
            attrs=_signed_form(attrs),
            attrs_salt_b64u=_random(16),
            iv_b64u=_random(12),
            salt_b64u=_random(16),
            data_b64u=_random(_CONTENT_BYTES),
            wraps=tuple(
                Wrap(role, 1, "wrap", _random(12), _random(16), _random(81)) for role in self._writer.audience
            ),
            statement_b64u=signed.statement_b64u,
            signature_b64u=signed.signature_b64u,
        )

    def attested(self, attrs: Mapping[str, Any]) -> Attested:
        signed = self._signed("record.attrs", {"attrsHash": secrets.token_bytes(32)})
        return Attested(signed, _signed_form(attrs), _random(16))

    def _signed(self, type_: str, fields: Mapping[str, Field]) -> Signed:
        self._seq += 1
        writer = self._writer
        statement = build(
            type_,
            Author(writer.account, writer.user, writer.device.id),
            seq=self._seq,
            prev_hash=self._previous,
            created_at=int(time.time() * 1000),
            view=View(),
            fields={"kind": self._decider.name, "id": self.id, "contentRevision": self._content, **fields},
        )
        self._previous = statement.hash
        signature = signed_by(statement, writer.device).signatures[0]
        return Signed(statement_b64u=unpadded(statement.raw), signature_b64u=unpadded(signature))


def _signed_form(attrs: Mapping[str, Any]) -> dict[str, str]:
    return {name: unpadded(encoded(value)) for name, value in attrs.items()}


def _random(size: int) -> str:
    return unpadded(secrets.token_bytes(size))
