"""The server takes a key statement when every client would, and refuses the rest early."""

from __future__ import annotations

from uuid import uuid4

import pytest

from client.crypto.devices import DeviceKeys
from client.crypto.key_log import Entry
from client.crypto.points import sign
from domain.errors import Full, InvalidArgument, NotAllowed, Refused, Stale
from domain.kernel import Actor, Moment
from domain.vault.key_log import KEY_LOG, AppendKeyStatement
from tests.support.decisions import NOON
from tests.support.key_log_twice import Twice, signed_of
from tests.support.parties import built_in, personal


def owned() -> tuple[Twice, DeviceKeys]:
    twice = Twice()
    owner = twice.party.device_for(uuid4())
    twice.post(twice.party.genesis_of(owner))
    return twice, owner


def refused(twice: Twice, entry: Entry, kind: type[Refused], reason: str, **when: float) -> None:
    with pytest.raises(kind) as refusal:
        twice.ask(entry, **when)
    assert refusal.value.reason == reason


def test_the_first_statement_opens_the_log_and_no_other_does() -> None:
    twice, owner = owned()
    assert twice.log is not None
    assert twice.log.capabilities(owner.user) == 7
    other = twice.party.device_for(uuid4())
    refused(twice, twice.party.genesis_of(other), InvalidArgument, "statement_invalid")
    fresh = Twice()
    guest = fresh.party.device_for(uuid4())
    refused(fresh, fresh.party.first_of(guest), NotAllowed, "no_authority")


def test_a_statement_that_comes_late_finds_the_log_moved() -> None:
    twice, owner = owned()
    party = twice.party
    early = party.create_of(owner, built_in(party.account, "owner"))
    twice.post(party.create_of(owner, built_in(party.account, "admin")))
    refused(twice, early, Stale, "key_log_moved")


def test_a_statement_is_made_now_by_its_author() -> None:
    twice, owner = owned()
    entry = twice.party.create_of(owner, built_in(twice.party.account, "owner"))
    refused(twice, entry, InvalidArgument, "statement_invalid", minutes_late=11)
    refused(twice, entry, InvalidArgument, "statement_invalid", minutes_late=-11)
    assert twice.ask(entry, minutes_late=9)
    with pytest.raises(Refused):
        KEY_LOG.decide(AppendKeyStatement(signed_of(entry), True), twice.log, Moment(Actor(), NOON))


def test_a_signature_that_does_not_fit_is_refused() -> None:
    twice, owner = owned()
    party = twice.party
    entry = party.create_of(owner, built_in(party.account, "owner"))
    stranger = party.device_for(uuid4())
    forged = Entry(entry.statement, (sign(stranger.signing.private, entry.statement),))
    refused(twice, forged, InvalidArgument, "statement_invalid")


def test_a_device_that_signed_another_card_is_refused() -> None:
    twice, owner = owned()
    entry = twice.party.add_of(owner, twice.party.device_for(owner.user))
    other = twice.party.add_of(owner, twice.party.device_for(owner.user))
    mixed = Entry(entry.statement, (entry.signatures[0], other.signatures[1]))
    refused(twice, mixed, InvalidArgument, "statement_invalid")


def test_letting_somebody_in() -> None:
    twice, owner = owned()
    party = twice.party
    role, custodian = built_in(party.account, "member"), built_in(party.account, "owner")
    twice.post(party.create_of(owner, role))
    twice.post(party.create_of(owner, custodian))
    guest = party.device_for(uuid4())
    twice.post(party.first_of(guest))
    assign = {"role": role, "user": guest.user}
    refused(twice, party.sign(owner, "role.assign", assign), InvalidArgument, "statement_invalid")
    refused(twice, party.sign(guest, "user.vouch", party.vouch_fields(guest)), NotAllowed, "no_authority")
    vouch = party.vouch_fields(guest, "unverified")
    twice.post(party.sign(owner, "user.vouch", vouch))
    refused(twice, party.sign(owner, "role.assign", assign), NotAllowed, "no_authority")
    twice.post(party.sign(owner, "user.vouch", party.vouch_fields(guest, "code")))
    twice.post(party.sign(owner, "role.assign", assign))
    refused(twice, party.sign(owner, "role.assign", assign), InvalidArgument, "statement_invalid")


def test_an_invitation_is_for_holders_of_both_roles() -> None:
    twice, owner = owned()
    party = twice.party
    role, custodian = built_in(party.account, "member"), built_in(party.account, "owner")
    twice.post(party.create_of(owner, role))
    fields = {
        "invite": uuid4(),
        "role": role,
        "custodianRole": custodian,
        "custodianGeneration": 1,
        "expiresAt": party.now + 1000,
        "boxHash": bytes(32),
    }
    refused(twice, party.sign(owner, "invite.create", fields), NotAllowed, "not_holder")
    twice.post(party.create_of(owner, custodian))
    month = {**fields, "expiresAt": party.now + 31 * 86_400_000}
    refused(twice, party.sign(owner, "invite.create", month), InvalidArgument, "statement_invalid")
    older = {**fields, "custodianGeneration": 2}
    refused(twice, party.sign(owner, "invite.create", older), InvalidArgument, "statement_invalid")
    twice.post(party.sign(owner, "invite.create", fields))
    refused(twice, party.sign(owner, "invite.create", fields), InvalidArgument, "statement_invalid")
    cancel = {"invite": fields["invite"]}
    twice.post(party.sign(owner, "invite.cancel", cancel))
    refused(twice, party.sign(owner, "invite.cancel", cancel), InvalidArgument, "statement_invalid")


def test_two_hundred_invitations_are_the_most() -> None:
    twice, owner = owned()
    party = twice.party
    role = built_in(party.account, "owner")
    twice.post(party.create_of(owner, role))
    for number in range(201):
        fields = {
            "invite": uuid4(),
            "role": role,
            "custodianRole": role,
            "custodianGeneration": 1,
            "expiresAt": party.now + 1000,
            "boxHash": bytes(32),
        }
        entry = party.sign(owner, "invite.create", fields)
        if number < 200:
            facts = twice.ask(entry)
            twice.log = KEY_LOG.fold(facts, twice.log)
            party.post(entry)
        else:
            refused(twice, entry, Full, "invitation_limit")


def test_a_roll_is_for_holders_while_it_is_due() -> None:
    twice, owner = owned()
    party = twice.party
    role = built_in(party.account, "member")
    twice.post(party.create_of(owner, role))
    guest = party.device_for(uuid4())
    twice.post(party.first_of(guest))
    twice.post(party.sign(owner, "user.vouch", party.vouch_fields(guest)))
    refused(twice, party.roll_of(guest, role), NotAllowed, "no_authority")
    twice.post(party.sign(owner, "role.assign", {"role": role, "user": guest.user}))
    refused(twice, party.roll_of(guest, role), NotAllowed, "no_authority")
    second = party.device_for(guest.user)
    twice.post(party.add_of(guest, second))
    revoke = {"user": guest.user, "device": second.id, "reason": "lost"}
    twice.post(party.sign(guest, "device.revoke", revoke))
    refused(twice, party.sign(guest, "device.revoke", revoke), InvalidArgument, "statement_invalid")
    twice.post(party.roll_of(guest, role))
    assert twice.log is not None
    assert twice.log.generation(role) == 2


def test_a_personal_role_is_nobody_elses() -> None:
    twice, owner = owned()
    party = twice.party
    guest = party.device_for(uuid4())
    twice.post(party.first_of(guest))
    twice.post(party.sign(owner, "user.vouch", party.vouch_fields(guest)))
    own = personal(party.account, guest.user)
    refused(twice, party.create_of(owner, own), NotAllowed, "no_authority")
    twice.post(party.create_of(guest, own))
    refused(twice, party.create_of(owner, own, 2), NotAllowed, "no_authority")


def test_the_last_manager_stays() -> None:
    twice, owner = owned()
    party = twice.party
    for type_, fields in (
        ("user.remove", {"user": owner.user, "reason": "left"}),
        ("capability.set", {"user": owner.user, "capabilities": 3}),
        ("device.revoke", {"user": owner.user, "device": owner.id, "reason": "lost"}),
    ):
        refused(twice, party.sign(owner, type_, fields), NotAllowed, "no_authority")


def test_what_would_change_nothing_is_refused() -> None:
    twice, owner = owned()
    party = twice.party
    role = built_in(party.account, "member")
    twice.post(party.create_of(owner, role))
    for type_, fields in (
        ("user.remove", {"user": uuid4(), "reason": "removed"}),
        ("role.unassign", {"role": role, "user": uuid4()}),
        ("capability.set", {"user": uuid4(), "capabilities": 1}),
        ("role.set", {"role": uuid4(), "nameCommitment": bytes(32), "capabilities": 0}),
        ("user.person", {"user": uuid4(), "personCommitment": bytes(32)}),
    ):
        refused(twice, party.sign(owner, type_, fields), InvalidArgument, "statement_invalid")
