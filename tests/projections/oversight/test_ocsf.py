"""Every action has a class and an activity of the open security schema."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest

from application.catalogue import DECIDERS
from infrastructure.event_store.registry import EventRegistry
from projections.oversight.actions import ACTIONS
from projections.oversight.entries import entry_of
from projections.oversight.ocsf import CLASSES, VERSION, class_of, ocsf
from tests.support.facts import recorded
from tests.support.shapes_of import all_members

EVENTS = EventRegistry(DECIDERS).classes
# As the schema numbers them in this version: those that we use, with the attribute each class requires.
SCHEMA: dict[int, tuple[str, str, dict[int, str]]] = {
    2004: ("Detection Finding", "finding_info", {1: "Create", 2: "Update", 3: "Close"}),
    3002: ("Authentication", "user", {1: "Logon", 2: "Logoff"}),
    3004: ("Entity Management", "entity", {1: "Create", 2: "Read", 3: "Update", 4: "Delete"}),
    3005: ("User Access Management", "user", {1: "Assign Privileges", 2: "Revoke Privileges"}),
    3007: (
        *("User Management", "user"),
        {1: "Create", 2: "Update", 3: "Delete", 4: "Enable", 5: "Disable", 8: "Password Change"},
    ),
    3008: ("Role Management", "iam_role", {1: "Create", 2: "Update", 3: "Delete"}),
    6003: ("API Activity", "api", {1: "Create", 2: "Read", 3: "Update", 4: "Delete"}),
    6006: ("File Hosting Activity", "file", {1: "Upload", 2: "Download", 3: "Update", 4: "Delete"}),
}


def told(name: str) -> dict[str, Any]:
    event = all_members(EVENTS[name])
    account = UUID(int=0xACE)
    entry = entry_of(recorded(event, account_id=account, actor_id=UUID(int=1)), account)
    return ocsf(json.loads(json.dumps(entry, default=str)))


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_each_action_has_its_place_in_the_schema(name: str) -> None:
    said = told(name)
    assert (said["metadata"]["version"], VERSION) == ("1.9.0", "1.9.0")
    class_name, required, activities = SCHEMA[said["class_uid"]]
    assert said["class_name"] == class_name
    assert {**activities, 99: "Other"}[said["activity_id"]] == said["activity_name"]
    assert said["type_uid"] == said["class_uid"] * 100 + said["activity_id"]
    assert said["type_name"] == f"{class_name}: {said['activity_name']}"
    assert said["category_uid"] == said["class_uid"] // 1000
    assert said[required]
    assert None not in said[required].values()
    assert said["status_id"] == (1 if ACTIONS[name].outcome == "success" else 2)
    assert 1 <= said["severity_id"] <= 5


def test_no_action_and_no_class_is_forgotten() -> None:
    assert ACTIONS.keys() == EVENTS.keys()
    assert CLASSES.keys() == SCHEMA.keys() == {action.uid for action in ACTIONS.values()}


@pytest.mark.parametrize(
    ("name", "activity"),
    [
        ("user.renamed", "Update"),
        ("user.erased", "Delete"),
        ("role.changed", "Update"),
        ("role.retired", "Delete"),
        ("activity.repeated", "Update"),
        ("activity.resolved", "Close"),
        ("document.purged", "Delete"),
        ("member.removed", "Revoke Privileges"),
        ("invitation.accepted", "Update"),
        ("session.ended", "Logoff"),
    ],
)
def test_an_activity_says_what_happened(name: str, activity: str) -> None:
    """By the numbers of its own class: 3 is an update of a thing, and the deletion of a user."""
    assert told(name)["activity_name"] == activity
    assert class_of({"action": name, "class": vars_of(name)})[2][1] == activity


def vars_of(name: str) -> dict[str, int]:
    return {"uid": ACTIONS[name].uid, "activity": ACTIONS[name].activity}
