"""Replaying a key log: who may do what, and what an invalid statement does not do."""

from __future__ import annotations

from uuid import uuid4

import pytest

from client.crypto.errors import Unimplemented
from client.crypto.key_log import Entry, Forked, KeyLog
from client.crypto.points import sign
from client.crypto.statements import parse
from tests.support.parties import Party, built_in, personal


def policy(party: Party, by: object, version: int, **changes: int) -> dict[str, int]:
    return {
        "version": version,
        "lowestSuite": 1,
        "requireVerified": 1,
        "requireAuthenticators": 0,
        "allowCache": 1,
        "allowPersonal": 1,
        "letInByItself": 1,
        **changes,
    }


def test_the_first_device_has_every_capability() -> None:
    party = Party()
    owner = party.genesis()
    known = party.log.known
    assert known.capabilities(owner.user) == 7
    assert known.is_active(owner.user, owner.id)
    assert party.log.fingerprint == parse(party.entries[0].statement).hash


def test_nobody_is_added_by_a_second_genesis() -> None:
    party = Party()
    party.genesis()
    stranger = party.device_for(uuid4())
    assert not party.post(party.genesis_of(stranger))
    assert stranger.id not in party.log.known.devices
    assert party.log.refused == [1]


def test_a_newcomer_starts_without_anything_until_somebody_vouches() -> None:
    party = Party()
    owner = party.genesis()
    role = built_in(party.account, "member")
    assert party.create(owner, role)
    guest = party.first()
    assert not party.log.known.is_active(guest.user, guest.id)
    assert not party.write(owner, "role.assign", role=role, user=guest.user)
    assert party.vouch(owner, guest)
    assert party.log.known.is_active(guest.user, guest.id)
    assert party.write(owner, "role.assign", role=role, user=guest.user)
    assert party.log.known.holds(guest.user, role)


def test_an_unverified_member_gets_no_role_unless_the_policy_waives_it() -> None:
    party = Party()
    owner = party.genesis()
    role = built_in(party.account, "member")
    party.create(owner, role)
    guest = party.first()
    assert party.vouch(owner, guest, "unverified")
    assert not party.write(owner, "role.assign", role=role, user=guest.user)
    assert party.write(owner, "account.policy", **policy(party, owner, 1, requireVerified=0))
    assert party.write(owner, "role.assign", role=role, user=guest.user)


def test_a_second_vouch_may_better_the_method_and_nothing_else() -> None:
    party = Party()
    owner = party.genesis()
    guest = party.first()
    party.vouch(owner, guest, "unverified")
    assert not party.log.known.members[guest.user].verified
    assert party.vouch(owner, guest, "code")
    assert party.log.known.members[guest.user].verified
    assert party.vouch(owner, guest, "unverified")
    assert party.log.known.members[guest.user].verified


def test_an_invitation_opens_for_one_vouch_by_a_custodian() -> None:
    party = Party()
    owner = party.genesis()
    role, custodian = built_in(party.account, "member"), built_in(party.account, "owner")
    party.create(owner, role)
    party.create(owner, custodian)
    invite = party.invite(owner, role, custodian)
    guest, second = party.first(), party.first()
    assert party.vouch(owner, guest, "pairing", invite)
    assert not party.vouch(owner, second, "pairing", invite)
    assert not party.vouch(owner, second, "pairing", uuid4())


def test_an_invitation_ends_by_time_cancelling_and_a_roll() -> None:
    party = Party()
    owner = party.genesis()
    role, custodian = built_in(party.account, "member"), built_in(party.account, "owner")
    party.create(owner, role)
    party.create(owner, custodian)
    guest = party.first()
    invites = [party.invite(owner, role, custodian) for _ in range(3)]
    assert party.write(owner, "invite.cancel", invite=invites[0])
    assert not party.vouch(owner, guest, "pairing", invites[0])
    party.now += 86_400_001
    assert not party.vouch(owner, guest, "pairing", invites[1])
    party.now -= 86_400_001
    assert party.roll(owner, custodian)
    assert not party.vouch(owner, guest, "pairing", invites[2])


def test_a_custodian_role_with_a_holder_who_may_not_vouch_opens_nothing() -> None:
    party = Party()
    owner = party.genesis()
    role = built_in(party.account, "member")
    party.create(owner, role)
    member = party.first()
    party.vouch(owner, member)
    party.write(owner, "role.assign", role=role, user=member.user)
    invite = party.invite(owner, role, role)
    guest = party.first()
    assert not party.vouch(owner, guest, "pairing", invite)


def test_a_removal_makes_rolls_due_and_a_holder_rolls() -> None:
    party = Party()
    owner = party.genesis()
    role = built_in(party.account, "member")
    party.create(owner, role)
    guest = party.first()
    party.vouch(owner, guest)
    party.write(owner, "role.assign", role=role, user=guest.user)
    assert party.write(owner, "user.remove", user=guest.user, reason="removed")
    known = party.log.known
    assert known.roles[role].roll_due
    assert not known.active_devices(guest.user)
    assert not party.write(guest, "role.unassign", role=role, user=guest.user)
    assert party.roll(owner, role)
    assert known.roles[role].generation == 2
    assert not known.roles[role].roll_due


def test_revoking_the_last_device_ends_the_person() -> None:
    party = Party()
    owner = party.genesis()
    role = built_in(party.account, "member")
    party.create(owner, role)
    guest = party.first()
    party.vouch(owner, guest)
    party.write(owner, "role.assign", role=role, user=guest.user)
    second = party.add(guest)
    assert party.write(second, "device.revoke", user=guest.user, device=guest.id, reason="lost")
    assert party.log.known.holds(guest.user, role)
    assert party.log.known.roles[role].roll_due
    assert party.write(owner, "device.revoke", user=guest.user, device=second.id, reason="lost")
    assert guest.user not in party.log.known.roles[role].assigned


def test_an_account_keeps_somebody_who_manages_capabilities() -> None:
    party = Party()
    owner = party.genesis()
    assert not party.write(owner, "user.remove", user=owner.user, reason="left")
    assert not party.write(owner, "capability.set", user=owner.user, capabilities=3)
    assert not party.write(owner, "device.revoke", user=owner.user, device=owner.id, reason="lost")
    other = party.first()
    party.vouch(owner, other)
    assert party.write(owner, "capability.set", user=other.user, capabilities=7)
    assert party.write(owner, "user.remove", user=owner.user, reason="left")


def test_nobody_acts_on_one_with_a_capability_they_lack() -> None:
    party = Party()
    owner = party.genesis()
    admin = party.first()
    party.vouch(owner, admin)
    party.write(owner, "capability.set", user=admin.user, capabilities=3)
    assert not party.write(admin, "user.remove", user=owner.user, reason="removed")
    assert not party.write(admin, "device.revoke", user=owner.user, device=owner.id, reason="lost")
    assert not party.write(admin, "capability.set", user=admin.user, capabilities=7)


def test_an_author_can_not_sign_for_somebody_else() -> None:
    party = Party()
    owner = party.genesis()
    guest = party.first()
    forged = party.sign(owner, "user.vouch", party.vouch_fields(guest))
    other = sign(guest.signing.private, forged.statement)
    assert not party.post(Entry(forged.statement, (other,)))
    assert not party.vouch(guest, guest)


def test_a_personal_role_belongs_to_one_person() -> None:
    party = Party()
    owner = party.genesis()
    guest = party.first()
    party.vouch(owner, guest)
    own = personal(party.account, guest.user)
    assert not party.create(owner, own)
    assert party.create(guest, own)
    assert not party.write(guest, "role.assign", role=own, user=owner.user)
    party.write(owner, "capability.set", user=guest.user, capabilities=1)
    assert not party.write(guest, "role.assign", role=own, user=owner.user)
    assert not party.create(owner, own, 2)
    assert party.create(guest, own, 2)
    assert party.write(owner, "account.policy", **policy(party, owner, 1, allowPersonal=0))
    assert not party.create(owner, personal(party.account, owner.user))


def test_a_restart_needs_both_bits_and_no_holder_left_out() -> None:
    party = Party()
    owner = party.genesis()
    role = built_in(party.account, "admin")
    admin = party.first()
    party.vouch(owner, admin)
    party.write(owner, "capability.set", user=admin.user, capabilities=3)
    assert party.create(admin, role)
    assert not party.create(owner, role, 2), "the admin holds it"
    assert not party.create(admin, role, 2), "bit 4 is missing"
    assert party.write(owner, "user.remove", user=admin.user, reason="lost-keys")
    assert not party.create(owner, role, 3)
    assert party.create(owner, role, 2)
    assert party.log.known.roles[role].restarted == 2
    assert not party.log.known.roles[role].roll_due


def test_a_roll_needs_the_old_generation() -> None:
    party = Party()
    owner = party.genesis()
    role = built_in(party.account, "owner")
    party.create(owner, role)
    stolen = party.roll_of(owner, role)
    without = Entry(stolen.statement, stolen.signatures[:1])
    doubled = Entry(stolen.statement, (stolen.signatures[0], stolen.signatures[0]))
    for entry in (without, doubled):
        fresh = KeyLog(party.account)
        for earlier in party.entries:
            fresh.append(earlier)
        assert not fresh.append(entry)
    assert party.post(stolen)


def test_pass_phrases_end_where_the_policy_asks_for_authenticators() -> None:
    party = Party()
    owner = party.genesis()
    assert party.write(owner, "account.policy", **policy(party, owner, 1, requireAuthenticators=1))
    guest = party.device_for(uuid4())
    assert not party.post(party.first_of(guest))
    assert not party.write(owner, "account.policy", **policy(party, owner, 1)), "the version only grows"


def test_a_broken_chain_is_a_fork() -> None:
    party = Party()
    owner = party.genesis()
    party.create(owner, built_in(party.account, "owner"))
    other = KeyLog(party.account)
    with pytest.raises(Forked):
        other.append(party.entries[1])
    other.append(party.entries[0])
    with pytest.raises(Forked):
        other.append(party.entries[0])


def test_what_is_not_known_stops_the_replay() -> None:
    party = Party()
    owner = party.genesis()
    with pytest.raises(Unimplemented):
        party.write(owner, "account.policy", **policy(party, owner, 1, lowestSuite=2))
    guest = party.first()
    with pytest.raises(Unimplemented):
        party.write(owner, "user.vouch", **{**party.vouch_fields(guest), "method": "telepathy"})


def test_sixteen_devices_are_the_most() -> None:
    party = Party()
    owner = party.genesis()
    for _ in range(15):
        party.add(owner)
    assert not party.post(party.add_of(owner, party.device_for(owner.user)))


def test_a_device_id_is_never_seen_twice() -> None:
    party = Party()
    owner = party.genesis()
    second = party.add(owner)
    party.write(owner, "device.revoke", user=owner.user, device=second.id, reason="lost")
    assert not party.post(party.add_of(owner, second))


def test_a_role_is_called_and_means_what_was_signed_last() -> None:
    party = Party()
    owner = party.genesis()
    role = built_in(party.account, "admin")
    assert party.create(owner, role, capabilities=3)
    assert party.log.known.roles[role].capabilities == 3
    assert party.write(owner, "role.set", role=role, nameCommitment=b"\x01" * 32, capabilities=1)
    known = party.log.known.roles[role]
    assert (known.name_commitment, known.capabilities) == (b"\x01" * 32, 1)
    assert party.create(owner, role, 2, capabilities=3)
    assert (known.name_commitment != b"\x01" * 32, known.capabilities) == (True, 3)


def test_a_role_that_is_taken_from_somebody_has_to_be_rolled() -> None:
    party = Party()
    owner = party.genesis()
    role = built_in(party.account, "member")
    assert party.create(owner, role)
    guest = party.first()
    assert party.vouch(owner, guest)
    assert party.write(owner, "role.assign", role=role, user=guest.user)
    assert party.write(owner, "role.unassign", role=role, user=guest.user)
    assert party.log.known.roles[role].roll_due
    assert guest.user not in party.log.known.roles[role].assigned


def test_an_invitation_is_made_by_a_holder_of_both_roles() -> None:
    party = Party()
    owner = party.genesis()
    held, other = built_in(party.account, "member"), built_in(party.account, "owner")
    for role in (held, other):
        assert party.create(owner, role)
    admin = party.first()
    assert party.vouch(owner, admin)
    assert party.write(owner, "capability.set", user=admin.user, capabilities=3)
    assert party.write(owner, "role.assign", role=held, user=admin.user)
    for role, custodian, valid in ((held, other, False), (other, held, False), (held, held, True)):
        fields = {"role": role, "custodianRole": custodian, "custodianGeneration": 1}
        more = {"invite": uuid4(), "expiresAt": party.now + 1000, "boxHash": bytes(32)}
        assert party.write(admin, "invite.create", **fields, **more) == valid
