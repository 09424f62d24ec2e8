"""Default audiences, roles that stand alone, and what a policy may not give up again."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

from client.crypto.devices import DeviceKeys
from tests.client.test_key_log import policy
from tests.support.parties import Party, built_in, personal


def a_member(party: Party, owner: DeviceKeys, *roles: UUID) -> DeviceKeys:
    guest = party.first()
    assert party.vouch(owner, guest)
    for role in roles:
        assert party.write(owner, "role.assign", role=role, user=guest.user)
    return guest


def test_the_default_of_a_person_comes_before_that_of_the_account() -> None:
    party = Party()
    owner = party.genesis()
    owners, members = built_in(party.account, "owner"), built_in(party.account, "member")
    assert party.create(owner, owners)
    assert party.create(owner, members)
    known = party.log.known
    assert known.default_audience(owner.user, "task") == ()
    of_all = tuple(sorted((owners, members)))
    assert party.write(owner, "audience.default", scope=party.account, kind=None, roles=of_all)
    assert known.default_audience(owner.user, "task") == of_all
    assert party.write(owner, "audience.default", scope=owner.user, kind="task", roles=(owners,))
    assert known.default_audience(owner.user, "task") == (owners,)
    assert known.default_audience(owner.user, "document") == of_all
    # A person's default of every kind also comes before what the account says of this one.
    assert party.write(owner, "audience.default", scope=owner.user, kind=None, roles=(owners,))
    assert party.write(owner, "audience.default", scope=party.account, kind="document", roles=(members,))
    assert known.default_audience(owner.user, "document") == (owners,)


def test_a_default_that_its_author_cannot_read_is_none() -> None:
    """What somebody writes they can open again: the person has to choose."""
    party = Party()
    owner = party.genesis()
    owners, members = built_in(party.account, "owner"), built_in(party.account, "member")
    assert party.create(owner, owners)
    assert party.create(owner, members)
    guest = a_member(party, owner, members)
    assert party.write(owner, "audience.default", scope=party.account, kind=None, roles=(owners,))
    known = party.log.known
    assert known.default_audience(owner.user, "task") == (owners,)
    assert known.default_audience(guest.user, "task") == ()
    both = tuple(sorted((owners, members)))
    assert party.write(owner, "audience.default", scope=party.account, kind=None, roles=both)
    assert known.default_audience(guest.user, "task") == both


def test_a_personal_role_is_the_whole_default_or_no_part_of_it() -> None:
    party = Party()
    owner = party.genesis()
    owners, own = built_in(party.account, "owner"), personal(party.account, owner.user)
    assert party.create(owner, owners)
    assert party.create(owner, own)
    beside = tuple(sorted((owners, own)))
    assert not party.write(owner, "audience.default", scope=owner.user, kind=None, roles=beside)
    known = party.log.known
    # Which of the two comes first depends on the ids alone.
    for roles in (beside, beside[::-1]):
        assert not known.stands_alone(owner.user, roles)
    assert known.stands_alone(owner.user, (own,))
    assert known.stands_alone(owner.user, (owners,))
    assert not known.stands_alone(uuid4(), (own,))
    assert party.write(owner, "audience.default", scope=owner.user, kind=None, roles=(own,))


def test_who_has_no_active_device_holds_nothing() -> None:
    """The end of a last device ends every assignment, too; this wall stands behind that one."""
    party = Party()
    owner = party.genesis()
    members = built_in(party.account, "member")
    assert party.create(owner, members)
    guest = a_member(party, owner, members)
    known = party.log.known
    assert known.holds(guest.user, members)
    assert known.holders(members) == {owner.user, guest.user}
    known.devices[guest.id].state = "revoked"
    assert guest.user in known.roles[members].assigned
    assert not known.holds(guest.user, members)
    assert known.holders(members) == {owner.user}


def test_a_policy_never_lowers_the_suite() -> None:
    party = Party()
    owner = party.genesis()
    assert not party.write(owner, "account.policy", **policy(party, owner, 1, lowestSuite=0))
    assert party.log.known.policy.lowest_suite == 1
    assert party.write(owner, "account.policy", **policy(party, owner, 1))
    assert not party.write(owner, "account.policy", **policy(party, owner, 2, lowestSuite=0))
    # Once the next suite is known, the one before it does not come back.
    party.log.known.policy = replace(party.log.known.policy, lowest_suite=2)
    assert not party.write(owner, "account.policy", **policy(party, owner, 2))
