"""What a member writes beside single new items: many at once, changes, and ends."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID, uuid4

from client.api import Refused
from client.attributes import attributes_of
from client.crypto import base64url
from client.crypto.audiences import Audience
from client.crypto.hashes import attrs_hash
from client.crypto.statements import Field, parse
from client.items import COLLECTIONS, Items, Place, attrs_as_sent
from client.payloads import version_of
from client.role_keyring import content_signed

AT_ONCE: Final = 25
"""A call may carry 200, but each item is a transaction of its own, and a call has five seconds."""


class New(NamedTuple):
    """An item to be written. Without an audience it is for those of the signed default."""

    payload: Mapping[str, Any]
    attributes: Mapping[str, Any] = {}
    audience: Audience | None = None


class Standing(Protocol):
    """An item as its next writer has to know it."""

    @property
    def id(self) -> UUID: ...
    @property
    def payload(self) -> Mapping[str, Any]: ...
    @property
    def attributes(self) -> Mapping[str, Any]: ...
    @property
    def audience(self) -> Audience: ...
    @property
    def place(self) -> Place: ...
    @property
    def version(self) -> int: ...


class Written(NamedTuple):
    """An item as it was left by what was written here."""

    id: UUID
    payload: Mapping[str, Any]
    attributes: Mapping[str, Any]
    audience: Audience
    place: Place
    version: int


class Said(NamedTuple):
    """A comment, before it is one."""

    body: str
    mentions: Sequence[UUID] = ()


class Pen(Items):
    """Writes items of every kind by the same few ways."""

    async def add_all(self, kind: str, news: Sequence[New]) -> list[Written]:
        """New items in the order given, with as few calls as the kind allows."""
        if not news:
            return []
        await self.of.ledger.sync()
        made: list[tuple[Written, dict[str, Any]]] = []
        for new in news:
            audience = new.audience or self.audience_for(kind)
            id = uuid4()
            sealed = await self.sealed(kind, id, new.payload, new.attributes, audience)
            place = _place_of(sealed, revision=1)
            written = Written(id, new.payload, new.attributes, audience, place, 0)
            made.append((written, {"id": str(id), "sealed": sealed}))
        answers = await self._sent("POST", COLLECTIONS[kind].create, kind, [body for _, body in made])
        return [one._replace(version=version) for (one, _), version in zip(made, answers, strict=True)]

    async def rewrite(
        self,
        kind: str,
        changes: Sequence[tuple[Standing, New]],
    ) -> list[Written]:
        """New contents and attributes; without an audience for those who read the item before."""
        if not changes:
            return []
        await self.of.ledger.sync()
        made: list[tuple[Written, dict[str, Any]]] = []
        for one, new in changes:
            audience = new.audience or one.audience
            sealed = await self.sealed(kind, one.id, new.payload, new.attributes, audience, one.place)
            place = _place_of(sealed, revision=one.place.revision + 1)
            written = Written(one.id, new.payload, new.attributes, audience, place, one.version)
            made.append((written, {"id": str(one.id), "sealed": sealed, "version": one.version}))
        return await self._changed(kind, made)

    async def reset(self, kind: str, changes: Sequence[tuple[Standing, Mapping[str, Any]]]) -> list[Written]:
        """Other attributes beside the same contents: all of them, whether they change or not."""
        if not changes:
            return []
        await self.of.ledger.sync()
        made: list[tuple[Written, dict[str, Any]]] = []
        for one, attributes in changes:
            sent = self._reset(kind, one, attributes)
            place = _place_of(sent, revision=one.place.revision)
            written = Written(one.id, one.payload, attributes, one.audience, place, one.version)
            made.append((written, {"id": str(one.id), "version": one.version, **sent}))
        if kind == "profile":
            return [await self._profile_reset(*one) for one in made]
        return await self._changed(kind, made)

    async def bin(self, kind: str, items: Sequence[Standing], moved_to: UUID | None = None) -> None:
        """Into the bin, or gone where a kind has none; what stood in it goes to `moved_to`."""
        if not items:
            return
        await self.of.ledger.sync()
        ends: list[dict[str, Any]] = []
        for one in items:
            body: dict[str, Any] = {"id": str(one.id)}
            place = one.place
            if moved_to is not None:
                moved = self._reset(kind, one, {**one.attributes, "movedTo": moved_to})
                body["moved"], place = moved, _place_of(moved, revision=place.revision)
            signed = self._next(place, "record.delete", {"kind": kind, "id": one.id})
            ends.append({**body, **signed})
        await self._sent(*COLLECTIONS[kind].delete, kind, ends)

    async def comment_all(self, said: Sequence[tuple[Standing, Sequence[Said]]]) -> list[UUID]:
        """Say something of tasks, each to those who read it, in this order."""
        if not said:
            return []
        await self.of.ledger.sync()
        bodies: list[dict[str, Any]] = []
        for task, comments in said:
            ops: list[dict[str, Any]] = []
            for comment in comments:
                id, about = uuid4(), {"taskId": task.id, "mentionIds": list(comment.mentions)}
                contents = {"v": version_of("comment"), "body": comment.body}
                sealed = await self.sealed("comment", id, contents, about, task.audience)
                ops.append({"op": "comment.add", "id": str(id), "sealed": sealed})
            bodies.append({"id": str(task.id), "ops": ops})
        await self._sent(*COLLECTIONS["task"].change, "task", bodies)
        return [UUID(op["id"]) for body in bodies for op in body["ops"]]

    async def comment(self, task: Standing, body: str) -> UUID:
        (id,) = await self.comment_all([(task, [Said(body)])])
        return id

    def _reset(self, kind: str, one: Standing, attributes: Mapping[str, Any]) -> dict[str, Any]:
        """A `record.attrs`, as it travels."""
        attrs, salt = attributes_of(kind, attributes), secrets.token_bytes(16)
        fields: dict[str, Field] = {
            "kind": kind,
            "id": one.id,
            "contentRevision": one.place.revision,
            "attrsHash": attrs_hash(salt, attrs),
        }
        return {**attrs_as_sent(attrs, salt), **self._next(one.place, "record.attrs", fields)}

    def _next(self, place: Place, type_: str, fields: Mapping[str, Field]) -> dict[str, str]:
        """The statement that follows on a place, as it travels."""
        return content_signed(self.of.writer.content(type_, place.seq + 1, place.hash, fields, *self.of.now))

    async def _changed(self, kind: str, made: Sequence[tuple[Written, dict[str, Any]]]) -> list[Written]:
        versions = await self._sent(*COLLECTIONS[kind].change, kind, [body for _, body in made])
        return [one._replace(version=version) for (one, _), version in zip(made, versions, strict=True)]

    async def _profile_reset(self, one: Written, body: dict[str, Any]) -> Written:
        """Each attribute of a profile has a call of its own; `state` and the place do not change together."""
        act = "archive" if one.attributes.get("state") == "archived" else "move"
        (version,) = await self._sent("PATCH", f"/api/profiles/{{id}}/{act}", "profile", [body])
        return one._replace(version=version)

    async def _sent(self, method: str, path: str, kind: str, bodies: Sequence[dict[str, Any]]) -> list[int]:
        """The version of each that was made or changed; 0 of what is gone. Raises the first refusal."""
        if not COLLECTIONS[kind].in_batches:
            return [await self._sent_alone(method, path, body) for body in bodies]
        versions: list[int] = []
        for at in range(0, len(bodies), AT_ONCE):
            answer = await self.of.api.whole(method, path, {"items": bodies[at : at + AT_ONCE]})
            for error in answer["errors"]:
                details = error["details"]
                raise Refused(200, error["code"], details["reason"], error["message"], details)
            versions += [one["word"]["version"] for one in answer["data"]]
        return versions

    async def _sent_alone(self, method: str, path: str, body: dict[str, Any]) -> int:
        if "{id}" not in path:
            return (await self.of.api.call(method, path, body))["word"]["version"]
        place = path.format(id=body["id"])
        answer = await self.of.api.call(method, place, {n: v for n, v in body.items() if n != "id"})
        return 0 if answer is None else answer["word"]["version"]


def _place_of(sent: Mapping[str, str], *, revision: int) -> Place:
    """Behind the statement that travels with this."""
    statement = parse(base64url.decode(sent["statementB64u"]))
    return Place(statement.seq, statement.hash, revision)
