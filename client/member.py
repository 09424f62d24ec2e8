"""A member of an account: opens it, invites, lets others in, removes them."""

from __future__ import annotations

import secrets
from typing import Any
from uuid import UUID, uuid4, uuid5

from client.crypto import base64url
from client.crypto.box import Box
from client.crypto.hashes import person_commitment
from client.crypto.key_log import card_of
from client.crypto.pairing import (
    Invited,
    Pairing,
    new_pairing_secret,
    open_invite,
    pairing_fits,
    seal_invite,
)
from client.crypto.statements import Field, parse
from client.device_session import DeviceSession
from client.ledger import signed_of
from client.role_keyring import RoleKeyring

WEEK = 7 * 86_400_000


class Member(DeviceSession):
    """A device session with the role keys that it holds."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.roles = RoleKeyring(self)

    def built_in(self, key: str) -> UUID:
        return uuid5(self.account_id, f"role:{key}")

    @property
    def personal_role(self) -> UUID:
        return uuid5(self.account_id, f"personal:{self.user_id}")

    async def found(self) -> None:
        """The first device of the account, its policy, and the first keys of the built-in roles."""
        await self.attach_itself("genesis")
        await self.post(
            "account.policy",
            {
                "version": 1,
                "lowestSuite": 1,
                "requireVerified": 1,
                "requireAuthenticators": 0,
                "allowCache": 1,
                "allowPersonalRoles": 1,
            },
        )
        names = {role["id"]: role["name"] for role in await self.api.get("/api/roles")}
        for key in ("owner", "admin", "member"):
            await self.roles.create(self.built_in(key), names[str(self.built_in(key))])

    async def invite(self, email: str, role: UUID, custodian: UUID | None = None) -> Pairing:
        """Invite somebody; the pairing is what the link carries outside the server."""
        await self.ledger.sync()
        custodian = custodian or self.built_in("owner")
        generation = self.log.known.roles[custodian].generation
        invite_id, invited = uuid4(), Invited(new_pairing_secret(), email)
        kek = (await self.roles.secret(custodian)).kek(self.account_id, custodian, generation)
        box = seal_invite(
            kek,
            account=self.account_id,
            custodian_role=custodian,
            generation=generation,
            invite_id=invite_id,
            role=role,
            invited=invited,
        )
        fields: dict[str, Field] = {
            "inviteId": invite_id,
            "role": role,
            "custodianRole": custodian,
            "custodianGeneration": generation,
            "expiresAt": self.ledger.clock() + WEEK,
            "boxHash": box.hash,
        }
        entry = self.writer.sign_key("invite.create", fields, *self.now)
        body = {
            "email": email,
            "roleId": str(role),
            "inviteId": str(invite_id),
            "pairing": {**box.to_json(), "custodianRoleId": str(custodian), "generation": generation},
            **signed_of(entry),
        }
        await self.api.post("/api/auth/invite", body)
        await self.ledger.sync()
        assert self.ledger.pin is not None  # the account has a log
        return Pairing(invite_id, self.account_id, invited.secret, self.ledger.pin)

    async def let_in_invited(self) -> list[UUID]:
        """Vouch for everybody who waits with the secret of an invitation, and give them its role."""
        await self.ledger.sync()
        boxes = {i["id"]: i.get("pairing") for i in await self.api.get("/api/invitations")}
        admitted: list[UUID] = []
        for waiting in await self.api.get("/api/auth/device/pending"):
            pairing_id = waiting.get("pairingIdB64u")
            if waiting["how"] != "first" or not pairing_id:
                continue
            invite_id = UUID(bytes=base64url.decode(pairing_id, size=16))
            invite, box = self.log.known.invites.get(invite_id), boxes.get(str(invite_id))
            if invite is None or not box:
                continue
            secret = await self.roles.secret(invite.custodian, invite.generation)
            invited = open_invite(
                Box.from_json(box),
                secret.kek(self.account_id, invite.custodian, invite.generation),
                account=self.account_id,
                custodian_role=invite.custodian,
                generation=invite.generation,
                invite_id=invite_id,
                role=invite.role,
            )
            added = parse(base64url.decode(waiting["statementB64u"]))
            card = card_of(added, self.log.fingerprint)
            mac = base64url.decode(waiting["pairingMacB64u"], size=32)
            if not pairing_fits(mac, invited.secret, self.account_id, invite_id, card):
                continue
            await self.vouch(card.public.id, invited.email, "pairing", invite_id)
            await self.assign(invite.role, card.public.user)
            admitted.append(card.public.user)
        if admitted:
            await self.roles.grant_missing()
        return admitted

    async def vouch(
        self, device_id: UUID, email: str, method: str = "code", invite: UUID | None = None
    ) -> None:
        device, salt = self.log.known.devices[device_id], secrets.token_bytes(16)
        user = device.public.user
        fields: dict[str, Field] = {
            "user": user,
            "deviceAddHash": device.statement_hash,
            "method": method,
            "inviteId": invite,
            "personCommitment": person_commitment(self.account_id, user, salt, email),
        }
        await self.post("user.vouch", fields, salt)

    async def assign(self, role: UUID, user: UUID) -> None:
        await self.post("role.assign", {"role": role, "user": user})

    async def remove(self, user: UUID) -> None:
        """Remove somebody, then renew the keys of the roles that this device holds."""
        await self._end_membership(user, "removed")
        await self.roll_what_is_due()

    async def leave(self) -> None:
        """End the own membership. Those who stay renew the keys: this device is in the log no more."""
        await self._end_membership(self.user_id, "left")

    async def _end_membership(self, user: UUID, reason: str) -> None:
        await self.ledger.sync()
        fields: dict[str, Field] = {"user": user, "reason": reason}
        entry = self.writer.sign_key("user.remove", fields, *self.now)
        await self.api.delete(f"/users/{user}", signed_of(entry))

    async def roll_what_is_due(self) -> None:
        await self.ledger.sync()
        for role_id, role in list(self.log.known.roles.items()):
            if role.roll_due and self.log.known.holds(self.user_id, role_id):
                await self.roles.roll(role_id)
