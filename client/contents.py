"""What documents and files of a member share: the audience, its wraps, the chain, and the key by a wrap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from client.crypto import base64url
from client.crypto.audiences import Audience
from client.crypto.box import Box
from client.crypto.chains import ContentAlarm, Link, ObjectId, Served, read_chain
from client.crypto.content_keys import Content, open_seal, open_wrap, seal_to_role, wrap_for_role
from client.crypto.errors import DataLoss, FailedPrecondition, NotFound
from client.crypto.hashes import WrapName
from client.crypto.signing import object_tag
from client.crypto.statements import Statement
from client.member import Member

PAGE_OF_LINKS = 2000


class Shown(NamedTuple):
    """An object as it is answered: its newest content, what was stated after that, and the wraps of each."""

    links: list[Link]
    wraps: list[list[WrapName]]
    attrs: Mapping[str, bytes]
    salt: bytes


class Contents:
    """The items that one member reads and writes."""

    def __init__(self, of: Member) -> None:
        self.of = of

    def audience_for(self, kind: str) -> Audience:
        """Who is meant to read a new item: the signed default of this person or of the account."""
        audience = self.of.log.known.default_audience(self.of.user_id, kind)
        if not audience:
            raise FailedPrecondition("no default says who reads this: the person has to choose")
        return audience

    async def wraps_for(
        self, content: Content, key: bytes, audience: Audience
    ) -> tuple[list[dict[str, Any]], list[WrapName]]:
        """One wrap per role; a role whose key must be renewed first is left out and owed."""
        wraps: list[dict[str, Any]] = []
        named: list[WrapName] = []
        for role in audience:
            known = self.of.log.known.roles[role]
            if known.roll_due:
                continue
            held = self.of.log.known.holds(self.of.user_id, role)
            if held:
                kek = (await self.of.roles.secret(role)).kek(content.account, role, known.generation)
                box = wrap_for_role(key, content, role, known.generation, kek)
            else:
                box = seal_to_role(key, content, known.newest)
            mode = "wrap" if held else "seal"
            wraps.append({"roleId": str(role), "generation": known.generation, "mode": mode, **box.to_json()})
            named.append(WrapName(role, known.generation, box.hash))
        return wraps, named

    async def key_of(self, content: Content, wraps: Sequence[Mapping[str, Any]]) -> bytes:
        """The content key by the first wrap that opens for a role that is held here."""
        for wrap in wraps:
            role, generation, box = UUID(wrap["roleId"]), int(wrap["generation"]), Box.from_json(wrap)
            key = await self.key_in(content, role, generation, box, is_seal=wrap["mode"] == "seal")
            if key is not None:
                return key
        raise NotFound("no wrap of this item opens here")

    async def key_in(
        self, content: Content, role: UUID, generation: int, box: Box, *, is_seal: bool
    ) -> bytes | None:
        """The content key in a wrap; None where it does not open, or is for a role that is not held here."""
        if not self.of.log.known.holds(self.of.user_id, role):
            return None
        secret = await self.of.roles.secret(role, generation)
        try:
            if is_seal:
                facts = self.of.log.known.roles[role].generations[generation - 1]
                return open_seal(box, content, facts, secret.agreement)
            return open_wrap(box, content, role, generation, secret.kek(content.account, role, generation))
        except DataLoss:
            return None

    async def chains(self, asked: Sequence[ObjectId]) -> list[list[Link]]:
        """The statements of objects from their first one on, and the tree that has to hold them."""
        found: list[list[Link]] = [[] for _ in asked]
        given = PAGE_OF_LINKS if asked else 0
        while given == PAGE_OF_LINKS:
            objects = [
                {"kind": one.kind, "id": str(one.id), "after": len(links)}
                for one, links in zip(asked, found, strict=True)
            ]
            page = await self.of.api.post("/api/auth/keys/chain", {"objects": objects})
            given = sum(len(answered["statements"]) for answered in page)
            for links, answered in zip(found, page, strict=True):
                links.extend(map(link_of, answered["statements"]))
        await self.follow(asked, found)
        return found

    async def follow(self, asked: Sequence[ObjectId], found: Sequence[Sequence[Link]]) -> None:
        """What was written a moment ago is in the next head."""
        await self.of.ledger.sync()
        tags = [object_tag(self.of.account_id, one.kind, one.id.bytes) for one in asked]
        if any(
            len(self.of.ledger.leaves.of(tag)) < len(links) for tag, links in zip(tags, found, strict=True)
        ):
            await self.of.ledger.sync()

    def proven(self, asked: ObjectId, chain: list[Link], shown: Shown) -> tuple[Statement, Audience]:
        """The body in force of what was asked for, proven by its whole chain, and who is meant to read it."""
        first = chain.index(shown.links[0]) if shown.links and shown.links[0] in chain else len(chain)
        newest = chain[first:]
        if chain and newest != shown.links:
            raise ContentAlarm("rolled back" if newest[: len(shown.links)] == shown.links else "altered")
        wraps = dict(enumerate(shown.wraps, start=first))
        served = Served(chain, wraps, shown.attrs, shown.salt)
        ledger = self.of.ledger
        proven = read_chain(ledger.log.known, ledger.states.at, asked, served, ledger.leaves)
        if proven.body is None or proven.body.raw != shown.links[0].statement:
            raise ContentAlarm("altered")
        return proven.body, proven.audience


def shown_in(
    body: Mapping[str, Any], later: Sequence[Mapping[str, Any]], attrs: Mapping[str, bytes]
) -> Shown:
    """The same out of JSON."""
    return Shown(
        [link_of(members) for members in (body, *later)],
        [[named(wrap) for wrap in members.get("wraps", ())] for members in (body, *later)],
        attrs,
        base64url.decode(body["attrsSaltB64u"]),
    )


def wraps_of(body: Mapping[str, Any], later: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """All wraps of an item or a file: those of its content, and those that later statements added."""
    return [wrap for members in (body, *later) for wrap in members.get("wraps", ())]


def link_of(members: Mapping[str, Any]) -> Link:
    """A content statement as it travels."""
    return Link(
        base64url.decode(members["statementB64u"]), base64url.decode(members["signatureB64u"], size=64)
    )


def named(wrap: Mapping[str, Any]) -> WrapName:
    return WrapName(UUID(wrap["roleId"]), wrap["generation"], Box.from_json(wrap).hash)
