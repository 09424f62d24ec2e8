"""A device at work in one account: it attaches itself, follows the log and adds to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from uuid import UUID

from client.api import Api, Refused
from client.crypto import base64url
from client.crypto.box import Box, new_salt
from client.crypto.devices import Card, DeviceKeys, DevicePublic, new_device, new_secret, seal_for_recovery
from client.crypto.errors import DataLoss, FailedPrecondition, NotFound
from client.crypto.hashes import person_commitment
from client.crypto.key_log import Entry, KeyLog, card_of
from client.crypto.pairing import Pairing, Pin, pairing_fits, pairing_mac
from client.crypto.signing import card_signature
from client.crypto.statements import Field, View, parse
from client.crypto.writing import DeviceWriter, How
from client.ledger import Ledger, signed_of, wall_clock

ATTEMPTS = 5


class DeviceSession:
    """The keys of one device and what it has verified of the account."""

    def __init__(
        self,
        api: Api,
        account_id: UUID,
        user_id: UUID,
        *,
        pin: Pin | None = None,
        clock: Callable[[], int] = wall_clock,
        device: DeviceKeys | None = None,
    ) -> None:
        self.api = api
        self.account_id = account_id
        self.user_id = user_id
        self.device = device or new_device(account_id, user_id)
        self.recovery_secret = new_secret()
        self.recovery = seal_for_recovery(self.device, self.recovery_secret)
        self.ledger = Ledger(api, account_id, pin, clock)

    @property
    def log(self) -> KeyLog:
        return self.ledger.log

    @property
    def writer(self) -> DeviceWriter:
        return DeviceWriter(self.device, self.log)

    @property
    def now(self) -> tuple[int, View]:
        """Time and view, with which every statement ends its header."""
        return self.ledger.clock(), self.ledger.view

    async def attach_itself(self, how: How, pairing: Pairing | None = None) -> None:
        """`genesis` or `first`; with the secret of a link the newcomer proves who it is.

        Its owner says in the card by what e-mail and name: those of the session, as a page would show them.
        """
        person, salt = (await self.api.get("/api/auth/get-session"))["user"], new_salt()
        said = person_commitment(self.account_id, self.user_id, salt, person["email"], person["name"])

        async def attempt() -> Any:
            await self.ledger.sync()
            entry = self.writer.add_itself(how, self.recovery, "passphrase", said, *self.now)
            card = card_of(parse(entry.statement), self.log.fingerprint)
            body = self.attach_body(card, pairing) | signed_of(entry)
            body["personSaltB64u"] = base64url.encode(salt)
            return await self.api.post("/api/auth/device/attach", body)

        await self.again(attempt)
        await self.ledger.sync()
        if self.device.id not in self.log.known.devices:
            raise DataLoss("the own statement is not in the log")

    async def announce(self, pairing: Pairing | None = None) -> None:
        """A further device of the same person, which waits for one that is active."""
        await self.ledger.sync()
        await self.api.post("/api/auth/device/attach", self.attach_body(self.card(), pairing))

    def attach_body(self, card: Card, pairing: Pairing | None = None) -> dict[str, Any]:
        """What this device says of itself."""
        body: dict[str, Any] = {
            "devicePublicKeyB64u": base64url.encode(card.public.agreement),
            "signPublicKeyB64u": base64url.encode(card.public.signing),
            "hash": base64url.encode(card.hash),
            "recovery": self.recovery.to_json(),
            "deviceSignatureB64u": base64url.encode(card_signature(card, self.device)),
            "authenticator": False,
        }
        if pairing is not None:
            mac = pairing_mac(pairing.secret, self.account_id, pairing.id, card)
            body["pairingIdB64u"] = base64url.encode(pairing.id.bytes)
            body["pairingMacB64u"] = base64url.encode(mac)
        return body

    def card(self) -> Card:
        """That of a further device: who its owner is, the log knows."""
        return Card(self.device.public, self.log.fingerprint, self.recovery.hash, "passphrase")

    async def recovered_by(self, old: DeviceSession) -> Any:
        """Be added by a device that was opened with the recovery file; then serve the wraps anew."""
        await old.ledger.sync()
        await self.ledger.sync()
        card = self.card()
        entry = old.writer.add(card, card_signature(card, self.device), "recovery", *old.now)
        answer = await self.api.post("/api/auth/device/attach", self.attach_body(card) | signed_of(entry))
        await self.ledger.sync()
        return answer

    async def take_in(self, pairing: Pairing) -> None:
        """Add the own device that waits with this pairing."""
        for waiting in await self.api.get("/api/auth/device/pending"):
            if waiting.get("pairingIdB64u") != base64url.encode(pairing.id.bytes):
                continue
            await self.ledger.sync()
            card = self._card_of(waiting)
            mac = base64url.decode(waiting["pairingMacB64u"])
            if not pairing_fits(mac, pairing.secret, self.account_id, pairing.id, card):
                raise DataLoss("the pairing does not fit")
            signature = base64url.decode(waiting["deviceSignatureB64u"])
            entry = self.writer.add(card, signature, "device", *self.now)
            await self.post_entry(entry)
            return
        raise NotFound("no such device waits")

    def _card_of(self, waiting: Mapping[str, Any]) -> Card:
        public = DevicePublic(
            self.account_id,
            self.user_id,
            base64url.decode(waiting["devicePublicKeyB64u"]),
            base64url.decode(waiting["signPublicKeyB64u"]),
        )
        recovery = Box.from_json(waiting["recovery"])
        protection = "authenticator" if waiting["authenticator"] else "passphrase"
        return Card(public, self.log.fingerprint, recovery.hash, protection)

    async def post(self, type_: str, fields: Mapping[str, Field], salt: bytes | None = None) -> None:
        """Add one statement; when somebody was faster, follow and sign again."""

        async def attempt() -> None:
            await self.ledger.sync()
            statement = self.writer.key_statement(type_, fields, *self.now)
            if not self.log.allows(statement):
                raise FailedPrecondition(f"{type_} would have no effect")
            await self.post_entry(Entry(statement.raw, (self.writer.sign(statement),)), salt)

        await self.again(attempt)

    async def post_entry(self, entry: Entry, salt: bytes | None = None) -> None:
        item = signed_of(entry) | ({"saltB64u": base64url.encode(salt)} if salt else {})
        await self.api.post("/api/auth/keys/log", {"items": [item]})
        await self.ledger.sync()

    async def again(self, attempt: Callable[[], Awaitable[Any]]) -> None:
        """Do what adds to the log; when somebody was faster, follow and do it anew."""
        for number in range(ATTEMPTS):
            try:
                await attempt()
            except Refused as refusal:
                if refusal.reason != "key_log_moved" or number == ATTEMPTS - 1:
                    raise
            else:
                return
