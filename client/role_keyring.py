"""The role keys that a device holds: made, renewed, handed on, and opened by wraps and links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from client.api import Refused
from client.crypto import base64url
from client.crypto.box import Box, new_salt
from client.crypto.devices import DevicePublic
from client.crypto.errors import DataLoss, NotFound
from client.crypto.grants import check_grant
from client.crypto.hashes import role_name_commitment
from client.crypto.key_log import Entry
from client.crypto.role_keys import (
    RoleFacts,
    RoleSecret,
    link_generations,
    new_role_secret,
    open_link,
    open_role_wrap,
    wrap_role,
)
from client.crypto.statements import SignedStatement, parse
from client.device_session import DeviceSession
from client.ledger import signed_of


class NewRoleKey(NamedTuple):
    """A key that nobody has yet: its statement, and its wraps for the devices that shall."""

    secret: RoleSecret
    facts: RoleFacts
    entry: Entry
    wraps: list[dict[str, Any]]


class RoleKeyring:
    """Secrets are kept once they were opened and checked against the log."""

    def __init__(self, at: DeviceSession) -> None:
        self._at = at
        self.secrets: dict[tuple[UUID, int], RoleSecret] = {}

    async def create(self, role: UUID, name: str, capabilities: int = 0) -> None:
        async def attempt() -> None:
            await self._at.ledger.sync()
            salt = new_salt()
            made = self.new_key(role, name, salt, capabilities)
            body = {
                "roleId": str(role),
                "expectedGeneration": made.facts.generation - 1,
                "rolePublicKeyB64u": base64url.encode(made.facts.public),
                "wraps": made.wraps,
                "saltB64u": base64url.encode(salt),
                **signed_of(made.entry),
            }
            await self._at.api.post("/roles/roll-wrap", body)
            self.secrets[role, made.facts.generation] = made.secret

        await self._at.again(attempt)
        await self._at.ledger.sync()

    def new_key(self, role: UUID, name: str, salt: bytes, capabilities: int = 0) -> NewRoleKey:
        """The first key of a role, or that of a restart, as it would follow on the log as it is known."""
        known = self._at.log.known.roles.get(role)
        generation = known.generation + 1 if known else 1
        secret = new_role_secret()
        facts = secret.facts(self._at.account_id, role, generation)
        commitment = role_name_commitment(self._at.account_id, role, salt, name)
        entry = self._at.writer.create_role(facts, commitment, capabilities, *self._at.now)
        others = known.assigned if known else set[UUID]()
        wraps = self._wraps_for(secret, facts, {self._at.user_id, *others})
        return NewRoleKey(secret, facts, entry, wraps)

    async def roll(self, role: UUID, reason: str = "member-removed") -> None:
        """A new generation for everybody who stays, with the link to the one before."""
        await self._at.ledger.sync()
        known = self._at.log.known.roles[role]
        old_facts, old = known.newest, await self.secret(role)
        secret = new_role_secret()
        facts = secret.facts(self._at.account_id, role, known.generation + 1)
        entry = self._at.writer.roll_role(facts, old, old_facts, reason, *self._at.now)
        link = link_generations(secret, facts, old, old_facts)
        body = {
            "roleId": str(role),
            "expectedGeneration": known.generation,
            "rolePublicKeyB64u": base64url.encode(facts.public),
            "wraps": self._wraps_for(secret, facts, known.assigned),
            "previousSealedB64u": base64url.encode(link.joined()),
            **signed_of(entry),
        }
        await self._at.api.post("/roles/roll-wrap", body)
        self.secrets[role, facts.generation] = secret
        await self._at.ledger.sync()

    async def grant_missing(self) -> int:
        """Serve every device that the log assigns a role to, which this device holds."""
        await self._at.ledger.sync()
        hints = await self._at.api.get("/roles/missing-wraps")
        items: list[dict[str, Any]] = []
        for hint in hints:
            role, device_id = UUID(hint["roleId"]), UUID(hint["deviceId"])
            device = self._at.log.known.devices.get(device_id)
            assigned = self._at.log.known.roles[role].assigned
            if device is None or device.state != "active" or device.public.user not in assigned:
                continue
            facts = self._at.log.known.roles[role].newest
            items.append(self.device_wrap(await self.secret(role), facts, device.public))
        if items:
            await self._at.api.post("/roles/wrap", {"items": items})
            await self._at.ledger.sync()
        return len(items)

    def device_wrap(self, secret: RoleSecret, facts: RoleFacts, to: DevicePublic) -> dict[str, Any]:
        """A wrap with its `role.grant`, as it travels."""
        box = wrap_role(secret, facts, user=to.user, device=to.id, device_public=to.agreement)
        grant = self._at.writer.grant(facts, to.user, to.id, box, *self._at.now)
        return {
            "roleId": str(facts.role),
            "userId": str(to.user),
            "deviceId": str(to.id),
            "generation": facts.generation,
            "rolePublicKeyB64u": base64url.encode(facts.public),
            "devicePublicKeyB64u": base64url.encode(to.agreement),
            **box.to_json(),
            **content_signed(grant),
        }

    def _wraps_for(self, secret: RoleSecret, facts: RoleFacts, users: set[UUID]) -> list[dict[str, Any]]:
        return [
            self.device_wrap(secret, facts, device.public)
            for user in sorted(users)
            for device in self._at.log.known.active_devices(user)
        ]

    async def secret(self, role: UUID, generation: int | None = None) -> RoleSecret:
        """The secret of a generation: opened by the own wrap, or by the links from newer ones."""
        known = self._at.log.known.roles[role]
        wanted = generation or known.generation
        if (role, wanted) not in self.secrets:
            await self._open_bundle(role)
        if (role, wanted) not in self.secrets:
            raise NotFound(f"Role key bundle missing for role {role}")
        return self.secrets[role, wanted]

    async def _open_bundle(self, role: UUID) -> None:
        key = base64url.encode(self._at.device.agreement.public)
        try:
            bundle: Any = await self._at.api.get("/roles/bundle", devicePublicKeyB64u=key, roleId=role)
        except Refused as refusal:
            if refusal.status == 404:
                raise NotFound(f"Role key bundle missing for role {role}") from None
            raise
        # Granted a moment ago, it is in the tree of the next head.
        await self._at.ledger.sync()
        generations = self._at.log.known.roles[role].generations
        served: int = bundle["generation"]
        if not 1 <= served <= len(generations):
            raise DataLoss("a wrap of a generation that the log does not have")
        newest, box = generations[served - 1], Box.from_json(bundle)
        ledger = self._at.ledger
        check_grant(granted(bundle), box, newest, self._at.device.public, ledger.leaves, ledger.states.at)
        secret = open_role_wrap(
            box,
            newest,
            user=self._at.user_id,
            device=self._at.device.id,
            device_keys=self._at.device.agreement,
        )
        self.secrets[role, newest.generation] = secret
        newer, newer_facts = secret, newest
        for sealed in bundle["previousSealedB64u"]:
            if newer_facts.generation == 1:
                break
            older_facts = generations[newer_facts.generation - 2]
            try:
                older = open_link(Box.from_joined(base64url.decode(sealed)), newer, newer_facts, older_facts)
            except DataLoss:
                # Several links of one generation follow each other; the first that opens counts.
                continue
            self.secrets[role, older_facts.generation] = older
            newer, newer_facts = older, older_facts


def granted(members: Mapping[str, Any]) -> SignedStatement:
    """The `role.grant` of a wrap as it travels."""
    signature = base64url.decode(members["signatureB64u"], size=64)
    return SignedStatement(parse(base64url.decode(members["statementB64u"])), (signature,))


def content_signed(signed: SignedStatement) -> dict[str, str]:
    """A content statement as it travels."""
    return {
        "statementB64u": base64url.encode(signed.statement.raw),
        "signatureB64u": base64url.encode(signed.signatures[0]),
    }
