"""People with devices who write one key log together, for tests of every side that replays it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID, uuid4, uuid5

from client.crypto.devices import DeviceKeys, new_device, seal_for_recovery
from client.crypto.hashes import person_commitment, role_name_commitment
from client.crypto.key_log import Entry, KeyLog
from client.crypto.role_keys import RoleSecret, new_role_secret
from client.crypto.signing import card_signature
from client.crypto.statements import Field, View, parse
from client.crypto.writing import DeviceWriter

NOON = 1_790_000_000_000
SALT = bytes(range(16))
EMAIL, NAME = "ada@example.com", "Ada Lovelace"


def built_in(account: UUID, key: str) -> UUID:
    return uuid5(account, f"role:{key}")


def personal(account: UUID, user: UUID) -> UUID:
    return uuid5(account, f"personal:{user}")


@dataclass
class Party:
    """An account's log as it grows, with every private key of everybody in it."""

    account: UUID = field(default_factory=uuid4)
    log: KeyLog = field(init=False)
    entries: list[Entry] = field(default_factory=list[Entry])
    devices: dict[UUID, DeviceKeys] = field(default_factory=dict[UUID, DeviceKeys])
    secrets: dict[tuple[UUID, int], RoleSecret] = field(default_factory=dict[tuple[UUID, int], RoleSecret])
    now: int = NOON
    view: View = field(default_factory=View)

    def __post_init__(self) -> None:
        self.log = KeyLog(self.account)

    def device_for(self, user: UUID) -> DeviceKeys:
        """New keys of this person, in nobody's log yet."""
        keys = new_device(self.account, user)
        self.devices[keys.id] = keys
        return keys

    def writer(self, device: DeviceKeys) -> DeviceWriter:
        return DeviceWriter(device, self.log)

    def post(self, entry: Entry) -> bool:
        """Append for everybody; whether it had its effect."""
        self.entries.append(entry)
        return self.log.append(entry)

    def write(self, device: DeviceKeys, type_: str, /, **fields: Field) -> bool:
        return self.post(self.sign(device, type_, fields))

    def sign(self, device: DeviceKeys, type_: str, fields: Mapping[str, Field]) -> Entry:
        return self.writer(device).sign_key(type_, fields, self.now, self.view)

    def genesis(self, user: UUID | None = None) -> DeviceKeys:
        keys = self.device_for(user or uuid4())
        assert self.post(self.genesis_of(keys))
        return keys

    def genesis_of(self, keys: DeviceKeys) -> Entry:
        recovery = seal_for_recovery(keys, secrets.token_bytes(32))
        return self.writer(keys).add_itself(
            "genesis", recovery, "authenticator", self.person(keys.user), self.now, self.view
        )

    def first(self, user: UUID | None = None) -> DeviceKeys:
        """A newcomer's device, waiting for a vouch."""
        keys = self.device_for(user or uuid4())
        assert self.post(self.first_of(keys))
        return keys

    def first_of(self, keys: DeviceKeys) -> Entry:
        recovery = seal_for_recovery(keys, secrets.token_bytes(32))
        return self.writer(keys).add_itself(
            "first", recovery, "passphrase", self.person(keys.user), self.now, self.view
        )

    def person(self, user: UUID, email: str = EMAIL, name: str = NAME) -> bytes:
        """The commitment by which somebody here says who they are."""
        return person_commitment(self.account, user, SALT, email, name)

    def add(self, by: DeviceKeys) -> DeviceKeys:
        """A further device of the same person."""
        keys = self.device_for(by.user)
        assert self.post(self.add_of(by, keys))
        return keys

    def add_of(self, by: DeviceKeys, keys: DeviceKeys) -> Entry:
        recovery = seal_for_recovery(keys, secrets.token_bytes(32))
        card = self.writer(keys).card(recovery, "authenticator")
        return self.writer(by).add(card, card_signature(card, keys), "device", self.now, self.view)

    def vouch(
        self, by: DeviceKeys, device: DeviceKeys, method: str = "code", invite: UUID | None = None
    ) -> bool:
        return self.write(by, "user.vouch", **self.vouch_fields(device, method, invite))

    def vouch_fields(
        self, device: DeviceKeys, method: str = "code", invite: UUID | None = None
    ) -> dict[str, Field]:
        return {
            "user": device.user,
            "addHash": self.hash_of_add(device.id),
            "method": method,
            "invite": invite,
        }

    def hash_of_add(self, device: UUID) -> bytes:
        for entry in self.entries:
            statement = parse(entry.statement)
            if statement.type == "device.add" and statement.uuid("device") == device:
                return statement.hash
        return bytes(32)

    def create(self, by: DeviceKeys, role: UUID, generation: int = 1, capabilities: int = 0) -> bool:
        return self.post(self.create_of(by, role, generation, capabilities))

    def create_of(self, by: DeviceKeys, role: UUID, generation: int = 1, capabilities: int = 0) -> Entry:
        secret = self.secrets[role, generation] = new_role_secret()
        facts = secret.facts(self.account, role, generation)
        commitment = role_name_commitment(self.account, role, SALT, "Owners")
        return self.writer(by).create_role(facts, commitment, capabilities, self.now, self.view)

    def roll(self, by: DeviceKeys, role: UUID, reason: str = "member-removed") -> bool:
        return self.post(self.roll_of(by, role, reason))

    def roll_of(self, by: DeviceKeys, role: UUID, reason: str = "member-removed") -> Entry:
        newest = self.log.known.roles[role].newest
        old = self.secrets[role, newest.generation]
        generation = newest.generation + 1
        secret = self.secrets[role, generation] = new_role_secret()
        facts = secret.facts(self.account, role, generation)
        return self.writer(by).roll_role(facts, old, newest, reason, self.now, self.view)

    def invite(self, by: DeviceKeys, role: UUID, custodian: UUID, *, lasts: int = 86_400_000) -> UUID:
        invite_id = uuid4()
        assert self.write(
            by,
            "invite.create",
            invite=invite_id,
            role=role,
            custodianRole=custodian,
            custodianGeneration=self.log.known.roles[custodian].generation,
            expiresAt=self.now + lasts,
            boxHash=bytes(32),
        )
        return invite_id
