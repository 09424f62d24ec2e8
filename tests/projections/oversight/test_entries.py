"""Every fact becomes an entry that says who did what, and nothing that is sealed or personal."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from api.http.oversight.shapes import AuditEntry
from domain.accounts.accounts.events import MemberJoined, MemberRoleChanged
from domain.identity.security_log import SignInFailed
from domain.kernel import PiiRef
from projections.oversight.actions import ACTIONS
from projections.oversight.entries import entry_of
from tests.support.facts import REGISTRY, everywhere, recorded
from tests.support.shapes_of import all_members

ACME, ALICE, BOB = UUID(int=0xACE), UUID(int=0xA), UUID(int=0xB)


def test_every_event_has_a_place_in_the_catalogue() -> None:
    assert set(REGISTRY.classes) - set(ACTIONS) == set()


@pytest.mark.parametrize("name", sorted(REGISTRY.classes))
def test_an_entry_has_its_shape_and_says_nothing_sealed(name: str) -> None:
    event = all_members(REGISTRY.classes[name])
    fact = recorded(event, account_id=ACME, actor_id=ALICE, ip_ref=PiiRef("p1.x.ip.y"))
    entry = entry_of(fact, ACME)
    assert entry["context"]["ip"] == {"pii": "p1.x.ip.y"}
    entry["context"]["ip"] = "192.0.2.1"
    read = msgspec.convert(entry, AuditEntry)
    assert (read.action, read.actor.id, read.account_id) == (name, ALICE, ACME)
    said = {change["field"] for change in entry["changes"]}
    assert not {field for field in said if field.endswith(("B64u", "Ref", "Hash", "Index"))}
    assert {"sealed", "signed", "wraps", "attrs", "manifest", "recovery", "note"} & said == set()
    erasable = {path.partition(".")[0] for path in type(event).erasable}
    # An account's own words for itself and its roles, which its log says for as long as there is the account.
    if type(event).__module__ == "domain.accounts.accounts.events":
        erasable -= {"displayName", "name", "description"}
    assert erasable & said == set()
    assert not [value for value in everywhere(entry["changes"]) if isinstance(value, str) and "p1." in value]


def changes(entry: dict[str, Any]) -> dict[str, Any]:
    return {change["field"]: (change.get("from"), change["to"]) for change in entry["changes"]}


def test_a_change_says_what_it_was_before() -> None:
    member, old, new = uuid4(), uuid4(), uuid4()
    event = all_members(MemberRoleChanged)
    event = msgspec.structs.replace(event, user_id=member, from_role_id=old, to_role_id=new)
    entry = entry_of(recorded(event, account_id=ACME, actor_id=ALICE), ACME)
    assert changes(entry)["roleId"] == (str(old), str(new))
    assert "fromRoleId" not in changes(entry)


def test_the_first_target_is_what_the_fact_is_about() -> None:
    event = msgspec.structs.replace(all_members(MemberJoined), user_id=BOB)
    entry = entry_of(recorded(event, account_id=ACME, entity_id=ACME, version=7), ACME)
    assert [(t["kind"], t["id"]) for t in entry["targets"][:2]] == [
        ("account", str(ACME)),
        ("user", str(BOB)),
    ]


def test_a_failed_sign_in_is_a_failure_and_names_nobody() -> None:
    entry = entry_of(recorded(SignInFailed("hash-of-address", "password", "wrong_password")), None)
    assert (entry["outcome"], entry["category"], entry["reason"]) == ("failure", "auth", "wrong_password")
    assert "hash-of-address" not in everywhere(entry)
    assert entry["class"] == {"uid": 3002, "activity": 1}
