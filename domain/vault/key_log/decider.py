"""The key log of an account: one chain of signed statements, each checked before it is added."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from domain.errors import InvalidArgument, Stale
from domain.kernel import Decider, Event, Moment, PiiRef, Value
from domain.sealed import Signed
from domain.vault.encoding import Card, malformed
from domain.vault.key_log.effects import empty, take_effect
from domain.vault.key_log.rules import check_statement
from domain.vault.key_log.state import KeyLog, no_authority
from domain.vault.statement_types import DeviceAdd, RoleRoll
from domain.vault.statements import Statement, read_signed, roll_proof_message

SKEW = timedelta(minutes=10)


class AppendKeyStatement(Value, frozen=True):
    """Add the next statement.

    `proven` says that every signature of `proofs_of` was verified against the same state. The salt of a
    person's commitment (`device.add`, `user.person`) is personal: it comes as a reference and not in
    `signed`.
    """

    signed: Signed
    proven: bool
    person_salt_ref: PiiRef | None = None


class KeyStatementAppended(Event, frozen=True, tag="key_log.statement_appended"):
    erasable = ("signed.saltB64u",)

    seq: int
    type: str
    signed: Signed
    person_salt_ref: PiiRef | None = None


class Proof(Value, frozen=True):
    """A signature that has to be verified before a statement is added."""

    public_key: bytes
    message: bytes
    signature: bytes


def read_statement(command: AppendKeyStatement | KeyStatementAppended) -> Statement:
    return read_signed(command.signed)


def proofs_of(log: KeyLog, statement: Statement) -> tuple[Proof, ...]:
    """The signatures of a key statement, with the keys that this state says they are of."""
    body = statement.body
    if isinstance(body, DeviceAdd) and body.how in ("genesis", "first"):
        author_key: bytes = body.signing
    else:
        device = log.devices.get(statement.header.device_id)
        if device is None:
            raise no_authority("This device is not active.")
        author_key = device.signing
    proofs = [Proof(author_key, statement.raw, statement.signature)]
    second = statement.second or b""
    if isinstance(body, DeviceAdd):
        proofs.append(Proof(body.signing, card_of(log, statement, body).encode(), second))
    if isinstance(body, RoleRoll):
        role = log.roles.get(body.role_id)
        if role is None:
            raise malformed("the role has no key")
        proofs.append(Proof(role.sign_public, roll_proof_message(statement), second))
    return tuple(proofs)


def card_of(log: KeyLog, statement: Statement, body: DeviceAdd) -> Card:
    """The card of the device that is added; only the first of all knows no fingerprint."""
    return Card(
        log.account_id,
        log.fingerprint,
        body.user_id,
        body.agreement,
        body.signing,
        body.recovery_hash,
        body.protection,
        body.person_commitment,
    )


def check_author(log: KeyLog, statement: Statement, moment: Moment) -> bytes:
    """The author is the caller, its device is active, and the time is now; the device's key."""
    header = statement.header
    check_header(log, statement, moment)
    if not log.is_active(header.user_id, header.device_id):
        raise no_authority("This device is not active.")
    return log.devices[header.device_id].signing


def check_header(log: KeyLog, statement: Statement, moment: Moment) -> None:
    header = statement.header
    if header.account_id != log.account_id:
        raise malformed("it is of another account")
    if header.user_id != moment.actor.user_id:
        raise no_authority("A statement is made by its author.")
    created_at = datetime.fromtimestamp(min(header.created_at, 253_402_300_799_000) / 1000, UTC)
    if abs(created_at - moment.now) > SKEW:
        raise malformed("its time is more than ten minutes off; check this device's clock")


def decide(command: AppendKeyStatement, log: KeyLog | None, moment: Moment) -> list[KeyStatementAppended]:
    statement = read_statement(command)
    log = log or empty(statement.header.account_id)
    header, body = statement.header, statement.body
    check_header(log, statement, moment)
    if (header.seq, header.prev_hash) != (log.next_seq, log.head):
        raise Stale("Someone else changed the keys at the same moment.", reason="key_log_moved")
    adds_itself = isinstance(body, DeviceAdd) and body.how in ("genesis", "first")
    if not adds_itself and not log.is_active(header.user_id, header.device_id):
        raise no_authority("This device is not active.")
    if not command.proven:
        raise malformed("a signature does not fit")
    check_statement(log, statement)
    return [KeyStatementAppended(header.seq, statement.type, command.signed, command.person_salt_ref)]


def evolve(log: KeyLog | None, event: KeyStatementAppended) -> KeyLog | None:
    try:
        statement = read_statement(event)
    except InvalidArgument:
        # Was never accepted. A fold is total all the same: what cannot be read changes nothing.
        return log
    return take_effect(log or empty(statement.header.account_id), statement)


KEY_LOG: Decider[AppendKeyStatement, KeyLog, KeyStatementAppended] = Decider(
    "key_log",
    (KeyStatementAppended,),
    decide,
    evolve,
    state=KeyLog,
    snapshot_version=2,
    snapshot_every=100,
)
