"""A member of an account: opens it, invites, lets others in, removes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4, uuid5

from client.crypto import base64url
from client.crypto.audiences import audience_of
from client.crypto.authority import EVERYTHING, MANAGE_MEMBERS, MANAGE_ROLES
from client.crypto.box import Box, new_salt
from client.crypto.errors import DataLoss, FailedPrecondition
from client.crypto.hashes import person_commitment
from client.crypto.letting_in import Admission, Newcomer, let_in
from client.crypto.pairing import Invited, Pairing, new_pairing_secret, open_invite, seal_invite
from client.crypto.statements import Field
from client.device_session import DeviceSession
from client.ledger import signed_of
from client.role_keyring import RoleKeyring

WEEK = 7 * 86_400_000
BUILT_IN_ROLES = (
    ("owner", "Owner", EVERYTHING),
    ("admin", "Admin", MANAGE_MEMBERS | MANAGE_ROLES),
    ("member", "Member", 0),
)
"""Key, name and capabilities of the roles that have keys from the start: the client's own table."""


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
                "allowPersonal": 1,
                "letInByItself": 1,
            },
        )
        for key, name, capabilities in BUILT_IN_ROLES:
            await self.roles.create(self.built_in(key), name, capabilities)
        await self.set_default(self.account_id, [self.built_in(key) for key, _, _ in BUILT_IN_ROLES])

    async def set_default(self, scope: UUID, roles: list[UUID], kind: str | None = None) -> None:
        """Set the default audience of a kind, or of every kind; no roles end it."""
        fields: dict[str, Field] = {"scope": scope, "kind": kind, "roles": audience_of(roles) or None}
        await self.post("audience.default", fields)

    async def call_itself(self, email: str, name: str) -> None:
        """Go by another e-mail or name; the server has to know the same."""
        salt = new_salt()
        said = person_commitment(self.account_id, self.user_id, salt, email, name)
        await self.post("user.person", {"user": self.user_id, "personCommitment": said}, salt)

    async def make_role(self, name: str, permissions: Mapping[str, Sequence[str]]) -> UUID:
        """A role of the account's own, without capabilities, whose first key this device holds."""
        await self.ledger.sync()
        role, salt = uuid4(), new_salt()
        made = self.roles.new_key(role, name, salt)
        owners = self.log.known.roles[self.built_in("owner")].assigned - {self.user_id}
        if owners:
            raise FailedPrecondition("other owners would have to be assigned by the same call")
        await self.api.post(
            "/api/roles",
            {
                "id": str(role),
                "name": name,
                "permissions": {resource: list(actions) for resource, actions in permissions.items()},
                "rolePublicKeyB64u": base64url.encode(made.facts.public),
                "wraps": made.wraps,
                "items": [{**signed_of(made.entry), "saltB64u": base64url.encode(salt)}],
            },
        )
        self.roles.secrets[role, made.facts.generation] = made.secret
        await self.ledger.sync()
        return role

    async def own_role(self) -> UUID:
        """The personal role, with a key from its first use on."""
        if self.personal_role not in self.log.known.roles:
            await self.roles.create(self.personal_role, "Personal")
        return self.personal_role

    async def admit(self, device_id: UUID, invite: UUID, capabilities: int, roles: Sequence[UUID]) -> None:
        """What an owner's click says: who that is, what they may manage, and what they read."""
        await self.vouch(device_id, "pairing", invite)
        user = self.log.known.devices[device_id].public.user
        if capabilities:
            await self.post("capability.set", {"user": user, "capabilities": capabilities})
        for role in roles:
            await self.assign(role, user)
        await self.roles.grant_missing()

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
            "invite": invite_id,
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
            "pairing": box.to_json(),
            **signed_of(entry),
        }
        await self.api.post("/api/auth/invite", body)
        await self.ledger.sync()
        assert self.ledger.pin is not None  # the account has a log
        return Pairing(invite_id, self.account_id, invited.secret, self.ledger.pin)

    async def let_in_invited(self) -> list[UUID]:
        """Let in by itself whoever proves the secret of an invitation: a vouch, and its role and no other.

        Who is waiting and what they call themselves comes from the server; what permits it is signed.
        """
        await self.ledger.sync()
        boxes = {i["id"]: i.get("pairing") for i in await self.api.get("/api/invitations")}
        people = {person["id"]: person for person in await self.api.get("/users")}
        admitted: list[UUID] = []
        for waiting in await self.api.get("/api/auth/device/pending"):
            device = self.log.known.devices.get(UUID(waiting["deviceId"]))
            pairing_id = waiting.get("pairingIdB64u")
            person = None if device is None else people.get(str(device.public.user))
            if device is None or device.how != "first" or not pairing_id or not person:
                continue
            invite_id = UUID(bytes=base64url.decode(pairing_id, size=16))
            invited = await self._opened_invite(invite_id, boxes.get(str(invite_id)))
            if invited is None:
                continue
            newcomer = Newcomer(
                device.card(self.log.fingerprint),
                base64url.decode(waiting["pairingMacB64u"], size=32),
                person["email"],
                person["name"],
                base64url.decode(waiting["personSaltB64u"], size=16),
            )
            match let_in(self.log.known, self.user_id, invite_id, invited, newcomer, self.ledger.clock()):
                case Admission(role=role):
                    await self.vouch(device.public.id, "pairing", invite_id)
                    await self.assign(role, device.public.user)
                    admitted.append(device.public.user)
                case _:
                    continue
        if admitted:
            await self.roles.grant_missing()
        return admitted

    async def _opened_invite(self, invite_id: UUID, sealed: dict[str, Any] | None) -> Invited | None:
        """What the inviter sealed, when this device can open it and it is the box that was signed."""
        invite = self.log.known.invites.get(invite_id)
        if invite is None or not sealed or not self.log.known.holds(self.user_id, invite.custodian):
            return None
        box = Box.from_json(sealed)
        if box.hash != invite.box_hash:
            raise DataLoss("the box of the invitation is not the signed one")
        secret = await self.roles.secret(invite.custodian, invite.generation)
        return open_invite(
            box,
            secret.kek(self.account_id, invite.custodian, invite.generation),
            account=self.account_id,
            custodian_role=invite.custodian,
            generation=invite.generation,
            invite_id=invite_id,
            role=invite.role,
        )

    async def vouch(self, device_id: UUID, method: str = "code", invite: UUID | None = None) -> None:
        """Confirm a newcomer's device, and with it who its card says that they are."""
        device = self.log.known.devices[device_id]
        fields: dict[str, Field] = {
            "user": device.public.user,
            "addHash": device.statement_hash,
            "method": method,
            "invite": invite,
        }
        await self.post("user.vouch", fields)

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
