"""One key log told twice: by the server's decider and by the client's replay, side by side."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import msgspec

from client.crypto import base64url
from client.crypto.key_log import Entry
from client.crypto.points import verify
from client.crypto.statements import parse
from domain.errors import Refused
from domain.ids import UserId
from domain.kernel import Actor, Moment
from domain.sealed import Signed
from domain.vault.key_log import KEY_LOG, AppendKeyStatement, KeyLog, proofs_of, read_statement
from domain.vault.key_log.effects import empty
from tests.support.parties import Party


def signed_of(entry: Entry) -> Signed:
    kind = parse(entry.statement).type
    second = base64url.encode(entry.signatures[1]) if len(entry.signatures) > 1 else None
    return Signed(
        statement_b64u=base64url.encode(entry.statement),
        signature_b64u=base64url.encode(entry.signatures[0]),
        device_signature_b64u=second if kind == "device.add" else None,
        roll_proof_b64u=second if kind == "role.roll" else None,
    )


@dataclass
class Twice:
    """`ask` says what the server answers; `post` carries out what it accepts, on both sides."""

    party: Party = field(default_factory=Party)
    log: KeyLog | None = None

    def ask(self, entry: Entry, *, minutes_late: float = 0) -> list[Any]:
        """The facts, or the refusal as an exception."""
        signed = signed_of(entry)
        command = AppendKeyStatement(signed, proven=True)
        statement = read_statement(command)
        known = self.log or empty(self.party.account)
        proven = all(verify(p.public_key, p.message, p.signature) for p in proofs_of(known, statement))
        actor = Actor("user", UserId(statement.header.user_id))
        now = datetime.fromtimestamp(self.party.now / 1000 + minutes_late * 60, UTC)
        return KEY_LOG.decide(AppendKeyStatement(signed, proven), self.log, Moment(actor, now))

    def post(self, entry: Entry) -> None:
        """Both sides take it, or the server refuses."""
        facts = self.ask(entry)
        self.log = KEY_LOG.fold(facts, self.log)
        assert self.party.post(entry), "the server accepts what a client refuses"
        self.check_agreement()

    def try_post(self, entry: Entry) -> bool:
        try:
            self.post(entry)
        except Refused:
            return False
        return True

    def check_agreement(self) -> None:
        """The two states tell the same story, and survive being kept as a snapshot."""
        assert self.log is not None
        known, log = self.party.log.known, self.log
        assert (log.next_seq, log.head, log.fingerprint) == (
            self.party.log.next_seq,
            self.party.log.head,
            self.party.log.fingerprint,
        )
        assert {i: d.state for i, d in log.devices.items()} == {i: d.state for i, d in known.devices.items()}
        for user, member in known.members.items():
            person = log.people[user]
            assert (person.capabilities, person.verified) == (member.capabilities, member.verified)
        for role_id, role in known.roles.items():
            other = log.roles[role_id]
            assert (other.generation, other.public, other.roll_due, other.personal) == (
                role.generation,
                role.newest.public,
                role.roll_due,
                role.personal,
            )
            assert set(other.assigned) == role.assigned
        assert {i: v.state for i, v in log.invites.items()} == {i: v.state for i, v in known.invites.items()}
        assert log.policy.version == known.policy.version
        assert msgspec.json.decode(msgspec.json.encode(log), type=KeyLog) == log
