"""A role key is taken only from who held the role when granting it, as the tree shows."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from client.crypto.box import Box
from client.crypto.devices import DeviceKeys
from client.crypto.errors import DataLoss
from client.crypto.grants import check_grant
from client.crypto.key_states import KeyStates
from client.crypto.leaves import Leaves
from client.crypto.points import sign
from client.crypto.role_keys import RoleFacts, wrap_role
from client.crypto.signing import leaf_of
from client.crypto.statements import SignedStatement, parse
from tests.support.parties import Party, built_in


@dataclass
class Granting:
    """An account with a member, and its tree in the order in which things happened."""

    party: Party = field(default_factory=Party)
    leaves: Leaves = field(default_factory=Leaves)
    followed: int = 0

    def __post_init__(self) -> None:
        self.role = built_in(self.party.account, "member")
        self.owner = self.party.genesis()
        assert self.party.create(self.owner, self.role)
        self.guest = self.admitted()

    def admitted(self) -> DeviceKeys:
        """Somebody with the role, before it is granted to their device."""
        device = self.party.first()
        assert self.party.vouch(self.owner, device)
        assert self.party.write(self.owner, "role.assign", role=self.role, user=device.user)
        return device

    @property
    def facts(self) -> RoleFacts:
        return self.party.log.known.roles[self.role].newest

    def wrapped(self, by: DeviceKeys, to: DeviceKeys) -> tuple[SignedStatement, Box]:
        secret, public = self.party.secrets[self.role, self.facts.generation], to.public
        box = wrap_role(
            secret, self.facts, user=public.user, device=public.id, device_public=public.agreement
        )
        writer = self.party.writer(by)
        return writer.grant(self.facts, public.user, public.id, box, self.party.now, self.party.view), box

    def follow(self) -> None:
        """The key statements so far are in the tree."""
        for entry in self.party.entries[self.followed :]:
            self.leaves.append(leaf_of(SignedStatement(parse(entry.statement), entry.signatures)))
        self.followed = len(self.party.entries)

    def commit(self, signed: SignedStatement) -> None:
        self.follow()
        self.leaves.append(leaf_of(signed))

    def check(self, granted: tuple[SignedStatement, Box], to: DeviceKeys, facts: RoleFacts) -> None:
        self.follow()
        states = KeyStates(self.party.account, self.party.entries, self.leaves)
        check_grant(*granted, facts, to.public, self.leaves, states.at)


def test_a_grant_counts_by_what_was_true_when_it_was_made() -> None:
    account = Granting()
    facts, granted = account.facts, account.wrapped(account.owner, account.guest)
    account.commit(granted[0])
    assert account.party.write(account.owner, "user.remove", user=account.guest.user, reason="removed"), (
        "which makes a roll due"
    )
    account.check(granted, account.guest, facts)


def test_a_grant_that_the_tree_does_not_hold_is_refused() -> None:
    account = Granting()
    granted = account.wrapped(account.owner, account.guest)
    with pytest.raises(DataLoss):
        account.check(granted, account.guest, account.facts)
    again = account.wrapped(account.owner, account.guest)
    account.commit(again[0])
    with pytest.raises(DataLoss):
        account.check(granted, account.guest, account.facts)


def test_a_grant_by_who_does_not_hold_the_role_is_refused() -> None:
    account = Granting()
    other = account.party.first()
    assert account.party.vouch(account.owner, other)
    granted = account.wrapped(other, account.guest)
    account.commit(granted[0])
    with pytest.raises(DataLoss):
        account.check(granted, account.guest, account.facts)


def test_a_grant_by_who_was_removed_before_it_is_refused() -> None:
    account = Granting()
    former = account.admitted()
    account.party.write(account.owner, "user.remove", user=former.user, reason="removed")
    account.party.roll(account.owner, account.role)
    granted = account.wrapped(former, account.guest)
    account.commit(granted[0])
    with pytest.raises(DataLoss):
        account.check(granted, account.guest, account.facts)


def test_a_grant_while_a_roll_is_due_is_refused() -> None:
    account = Granting()
    former = account.admitted()
    account.party.write(account.owner, "user.remove", user=former.user, reason="removed")
    granted = account.wrapped(account.owner, account.guest)
    account.commit(granted[0])
    with pytest.raises(DataLoss):
        account.check(granted, account.guest, account.facts)


def test_a_grant_under_an_ended_generation_is_refused() -> None:
    account = Granting()
    facts, granted = account.facts, account.wrapped(account.owner, account.guest)
    assert account.party.roll(account.owner, account.role)
    account.commit(granted[0])
    with pytest.raises(DataLoss):
        account.check(granted, account.guest, facts)


def test_a_grant_to_who_is_not_assigned_is_refused() -> None:
    account = Granting()
    waiting = account.party.first()
    assert account.party.vouch(account.owner, waiting)
    granted = account.wrapped(account.owner, waiting)
    account.commit(granted[0])
    with pytest.raises(DataLoss):
        account.check(granted, waiting, account.facts)


def test_a_grant_to_a_device_that_waits_is_refused() -> None:
    account = Granting()
    second = account.party.device_for(account.guest.user)
    granted = account.wrapped(account.owner, second)
    account.commit(granted[0])
    with pytest.raises(DataLoss):
        account.check(granted, second, account.facts)


def test_a_grant_is_of_one_wrap_for_one_device_of_one_person() -> None:
    account = Granting()
    signed, box = account.wrapped(account.owner, account.guest)
    other, theirs = account.wrapped(account.owner, account.guest)
    owners = account.wrapped(account.owner, account.owner)
    for one in (signed, other, owners[0]):
        account.commit(one)
    facts = account.facts
    account.check((signed, box), account.guest, facts)
    with pytest.raises(DataLoss):
        account.check((signed, theirs), account.guest, facts)
    with pytest.raises(DataLoss):
        account.check(owners, account.guest, facts)
    with pytest.raises(DataLoss):
        account.check((signed, box), account.guest, replace_generation(facts))
    policy = account.party.entries[-1]
    key_statement = SignedStatement(parse(policy.statement), policy.signatures)
    with pytest.raises(DataLoss):
        account.check((key_statement, box), account.guest, facts)


def replace_generation(facts: RoleFacts) -> RoleFacts:
    return facts._replace(generation=facts.generation + 1)


def test_a_grant_is_signed_by_an_active_device_of_its_author() -> None:
    account = Granting()
    signed, box = account.wrapped(account.owner, account.guest)
    forged = SignedStatement(signed.statement, (sign(account.guest.signing.private, signed.statement.raw),))
    account.commit(forged)
    with pytest.raises(DataLoss):
        account.check((forged, box), account.guest, account.facts)
    lost = account.party.add(account.owner)
    revoked = {"user": lost.user, "device": lost.id, "reason": "lost"}
    assert account.party.write(account.owner, "device.revoke", **revoked)
    assert account.party.roll(account.owner, account.role)
    granted = account.wrapped(lost, account.guest)
    account.commit(granted[0])
    with pytest.raises(DataLoss):
        account.check(granted, account.guest, account.facts)


def test_the_state_of_an_earlier_place_is_found_after_that_of_a_later_one() -> None:
    account = Granting()
    account.follow()
    states = KeyStates(account.party.account, account.party.entries, account.leaves)
    before = states.at(1)
    for place in (account.followed, 1, 0, 2):
        assert len(states.at(place).devices) == (0 if place == 0 else 1 if place < 3 else 2)
    assert states.at(account.followed).holds(account.guest.user, account.role)
    assert states.at(1) is before
    assert not before.roles, "a later place changes nothing of it"
