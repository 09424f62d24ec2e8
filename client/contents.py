"""What documents and files of a member share: the audience, wraps for it, and the way back by one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from client.crypto import base64url
from client.crypto.audiences import Audience
from client.crypto.box import Box
from client.crypto.content_keys import Content, open_seal, open_wrap, seal_to_role, wrap_for_role
from client.crypto.content_rules import is_signed
from client.crypto.errors import DataLoss, FailedPrecondition, NotFound
from client.crypto.hashes import WrapName
from client.crypto.statements import SignedStatement, parse
from client.member import Member

SCHEMA = 1


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
            role, generation = UUID(wrap["roleId"]), int(wrap["generation"])
            if not self.of.log.known.holds(self.of.user_id, role):
                continue
            secret = await self.of.roles.secret(role, generation)
            facts = self.of.log.known.roles[role].generations[generation - 1]
            box = Box.from_json(wrap)
            try:
                if wrap["mode"] == "seal":
                    return open_seal(box, content, facts, secret.agreement)
                kek = secret.kek(content.account, role, generation)
                return open_wrap(box, content, role, generation, kek)
            except DataLoss:
                continue
        raise NotFound("no wrap of this item opens here")

    def signed(self, members: Mapping[str, Any]) -> SignedStatement:
        """A statement by a device that is active now; others would be shown as unverified."""
        statement = parse(base64url.decode(members["statementB64u"]))
        signed = SignedStatement(statement, (base64url.decode(members["signatureB64u"], size=64),))
        if not is_signed(self.of.log.known, signed):
            raise DataLoss("the author is not an active device of this account")
        return signed


def named(wrap: Mapping[str, Any]) -> WrapName:
    return WrapName(UUID(wrap["roleId"]), wrap["generation"], Box.from_json(wrap).hash)
