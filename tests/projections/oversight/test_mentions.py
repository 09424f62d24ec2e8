"""Events without an account are found by the accounts that they name."""

from __future__ import annotations

from uuid import UUID

from application.catalogue import DECIDERS
from domain.identity.sessions import AccountSwitched
from domain.ids import AccountId
from domain.oversight.suspicion.activities import ActivityDetected
from projections.oversight.mentions import PROJECTION, accounts_named, members_naming
from tests.support.shapes_of import all_members

OF_NOBODY = [decider for decider in DECIDERS if decider.scope == "global"]


def test_every_event_without_an_account_that_names_one_is_followed() -> None:
    naming = {event for decider in OF_NOBODY for event in decider.events if members_naming(event)}
    assert naming == set(PROJECTION.events)
    assert len(naming) > 5


def test_what_names_an_account_is_in_a_stream_of_its_own() -> None:
    """Of a stream that everybody appends to, each account would read what concerns the others."""
    for decider in OF_NOBODY:
        if not decider.versioned:
            assert [event for event in decider.events if members_naming(event)] == []


def test_an_account_is_not_named_by_a_member_of_another_type() -> None:
    """`audit_log` takes these members for accounts whatever their type."""
    for decider in OF_NOBODY:
        for event in decider.events:
            for member in {"account_id", "to_id", "account_ids"} & set(event.__struct_fields__):
                assert member in members_naming(event), event


def test_all_accounts_of_an_event_are_named() -> None:
    here, there = AccountId(UUID(int=1)), AccountId(UUID(int=2))
    assert list(accounts_named(AccountSwitched(here, there))) == [here, there]
    assert list(accounts_named(AccountSwitched(None, there))) == [there]
    assert list(accounts_named(all_members(ActivityDetected)))
