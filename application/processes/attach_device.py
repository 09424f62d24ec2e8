"""A browser brings its device: as the first of an account, of a person, after a recovery, or to wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from application.commands import Route
from application.ports import PersonalData
from application.processes.named_people import NamedPeople
from application.unit_of_work import Work
from application.vault.boxes import box_hash
from application.vault.key_statements import account_of, append_key_statement, key_log_of, salt_of
from application.vault.ports import Checks
from domain.errors import InvalidArgument, NotAllowed, NotSignedIn, Refused
from domain.identity.sessions import SESSION, TieDevice
from domain.ids import AccountId, DeviceId, UserId, built_in_role
from domain.kernel import Value
from domain.records import bytes_of, unpadded
from domain.sealed import Hash, Point, RecoveryEnvelope, Salt, Signature, Signed, Statement
from domain.vault.devices import (
    DEVICE,
    AnnounceDevice,
    AttachDevice,
    Device,
    DeviceFacts,
    PairingId,
    UseForRecovery,
)
from domain.vault.encoding import NO_HASH, Card, device_id, is_point, malformed
from domain.vault.key_log import KEY_LOG, KeyLog
from domain.vault.key_log.state import MOST_DEVICES
from domain.vault.role_keys import ROLE_KEYRING
from domain.vault.statement_types import DeviceAdd
from domain.vault.statements import read_signed

DeviceName = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]


class Attach(Value, frozen=True, kw_only=True):
    """What a browser says of its device; `statement_b64u` when the device signs its own `device.add`.

    `person_salt_b64u` opens the commitment by which the first device of a person names them.
    """

    device_public_key_b64u: Point
    sign_public_key_b64u: Point
    hash: Hash
    recovery: RecoveryEnvelope
    device_name: DeviceName = "This device"
    device_signature_b64u: Signature
    person_salt_b64u: Salt | None = None
    authenticator: bool
    pairing_id_b64u: PairingId | None = None
    pairing_mac_b64u: Hash | None = None
    statement_b64u: Statement | None = None
    signature_b64u: Signature | None = None

    @property
    def signed(self) -> Signed | None:
        """Its own `device.add`."""
        if self.statement_b64u is None:
            return None
        return Signed(
            statement_b64u=self.statement_b64u,
            signature_b64u=self.signature_b64u or "",
            device_signature_b64u=self.device_signature_b64u,
            salt_b64u=self.person_salt_b64u,
        )


class Attached(Value, frozen=True):
    """`seq` is the place of its statement, or of the next one while it waits."""

    device_id: DeviceId
    seq: int
    pending: bool
    missing_roles: tuple[str, ...]


@dataclass(frozen=True)
class Attaching:
    checks: Checks
    personal: PersonalData
    people: NamedPeople

    async def attach(self, work: Work, command: Attach) -> Attached:
        actor = work.context.actor
        if actor.user_id is None or actor.session_id is None:
            raise NotSignedIn()
        account_id = account_of(work)
        work.permit("key.read")
        log = await key_log_of(work)
        card = self._card(command, account_id, actor.user_id, log)
        own_id = DeviceId(device_id(account_id, actor.user_id, card.agreement, card.signing))
        known = await work.load(DEVICE, own_id)
        if known is None or known.state != "attached":
            await self._take(work, command, card, own_id, log)
        elif known.facts.hash != command.hash or known.facts.recovery != command.recovery:
            raise malformed("this device came before with another card")
        device = await work.load(DEVICE, own_id)
        assert device is not None  # known before, or taken just now
        if device.state == "attached":
            await work.decide(SESSION, actor.session_id, TieDevice(own_id))
        return await self._answer(work, own_id, device)

    def _card(self, command: Attach, account_id: AccountId, user_id: UserId, log: KeyLog) -> Card:
        """The card of the request, which `hash` names and the device signed."""
        agreement, signing = bytes_of(command.device_public_key_b64u), bytes_of(command.sign_public_key_b64u)
        if not is_point(agreement) or not is_point(signing) or agreement == signing:
            raise malformed("a public key is not an uncompressed point of P-256")
        card = Card(
            account_id,
            log.fingerprint,
            user_id,
            agreement,
            signing,
            box_hash(command.recovery),
            "authenticator" if command.authenticator else "passphrase",
            None if command.signed is None else _added(command.signed).person_commitment,
        )
        if command.hash != unpadded(card.hash):
            # The first device of all was announced before there was a fingerprint.
            card = card._replace(fingerprint=NO_HASH)
        if command.hash != unpadded(card.hash):
            raise malformed("the card is another")
        signature = bytes_of(command.device_signature_b64u)
        if not self.checks.signatures.verify(signing, card.encode(), signature):
            raise malformed("the card is not signed by its device")
        return card

    async def _take(self, work: Work, command: Attach, card: Card, own_id: DeviceId, log: KeyLog) -> None:
        if command.pairing_mac_b64u is not None and command.pairing_id_b64u is None:
            raise InvalidArgument("A pairing has an id.", reason="pairing")
        signed = command.signed
        if signed is None:
            if card.fingerprint != log.fingerprint:
                raise malformed("the card is of another account")
            if log.next_seq == 0 or not log.active_devices(card.user_id):
                raise malformed("a first device signs its own statement")
            if len(log.active_devices(card.user_id)) >= MOST_DEVICES:
                raise Refused("At most 16 devices per person.", reason="device_limit")
            if card.protection == "passphrase" and log.policy.require_authenticators:
                raise NotAllowed("This account asks for a passkey that can unlock.", reason="no_authority")
            await work.decide(DEVICE, own_id, AnnounceDevice(own_id, await self._facts(command, card)))
            return
        body = _added(signed)
        said = (body.user_id, body.agreement, body.signing, body.recovery_hash, body.protection)
        if said != (card.user_id, card.agreement, card.signing, card.recovery_hash, card.protection):
            raise malformed("it is about another device")
        if body.how not in ("genesis", "first", "recovery"):
            raise malformed("one of your devices posts this statement")
        owner_role = built_in_role(AccountId(card.account_id), "owner")
        if body.how == "genesis" and work.context.actor.role_id != owner_role:
            raise NotAllowed("The owner sets up the keys of an account.", reason="no_authority")
        if body.person_commitment is not None:
            account_id, user_id = AccountId(card.account_id), UserId(card.user_id)
            await self.people.check(account_id, user_id, body.person_commitment, salt_of(signed))
        statement = await append_key_statement(work, self.checks, signed, DeviceAdd, personal=self.personal)
        how: Any = body.how
        facts = await self._facts(command, card)
        attach = AttachDevice(own_id, how, unpadded(statement.hash), statement.header.seq, facts)
        await work.decide(DEVICE, own_id, attach)
        if how == "recovery":
            await work.decide(DEVICE, statement.header.device_id, UseForRecovery(own_id))

    async def _facts(self, command: Attach, card: Card) -> DeviceFacts:
        refs = await self.personal.seal(card.user_id, {"device_name": command.device_name})
        return DeviceFacts(
            user_id=UserId(card.user_id),
            name_ref=refs["device_name"],
            device_public_key_b64u=command.device_public_key_b64u,
            sign_public_key_b64u=command.sign_public_key_b64u,
            hash=command.hash,
            device_signature_b64u=command.device_signature_b64u,
            recovery=command.recovery,
            authenticator=command.authenticator,
            pairing_id_b64u=command.pairing_id_b64u,
            pairing_mac_b64u=command.pairing_mac_b64u,
        )

    async def _answer(self, work: Work, own_id: DeviceId, device: Device) -> Attached:
        log = await key_log_of(work)
        seq = log.next_seq if device.seq is None else device.seq
        missing: list[str] = []
        for role_id in sorted(work.context.actor.reads):
            if role_id in log.roles:
                keyring = await work.load(ROLE_KEYRING, role_id)
                if keyring is not None and own_id not in keyring.wraps:
                    missing.append(str(role_id))
        return Attached(own_id, seq, device.state == "pending", tuple(missing))


def _added(signed: Signed) -> DeviceAdd:
    body = read_signed(signed).body
    if not isinstance(body, DeviceAdd):
        raise malformed("it is of another type")
    return body


def routes(attaching: Attaching) -> dict[type, Route]:
    return {Attach: Route(None, attaching.attach, (KEY_LOG, DEVICE, SESSION))}
