"""Entries of the audit log in the open security schema (OCSF), for the interface and the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from projections.oversight.actions import (
    API,
    ASSIGN,
    AUTHENTICATION,
    CLOSE,
    CREATE,
    DELETE,
    DETECTION,
    DOWNLOAD,
    ENTITY,
    FILE_HOSTING,
    LOG_OFF,
    LOG_ON,
    OTHER,
    READ,
    REVOKE,
    ROLE,
    UPDATE,
    UPLOAD,
    USER,
    USER_ACCESS,
)

VERSION = "1.9.0"
_CATEGORIES = {2: "Findings", 3: "Identity & Access Management", 6: "Application Activity"}
_STATUS = {"success": (1, "Success"), "failure": (2, "Failure"), "denied": (2, "Failure")}
# The schema's grades.
_SEVERITY = {1: "Informational", 2: "Low", 3: "Medium", 4: "High", 5: "Critical"}
# Invitations give nobody a privilege: they are things that are made, changed and ended.
_ENTITIES = ("invitation.",)
# What the schema has a closer word for.
_CLOSER: Mapping[str, tuple[int, str]] = {
    "user.password_set": (8, "Password Change"),
    "user.banned": (5, "Disable"),
    "user.unbanned": (4, "Enable"),
    "activity.repeated": (2, "Update"),
    "activity.acknowledged": (2, "Update"),
}

Json = dict[str, Any]
Activity = tuple[int, str]


class Class(NamedTuple):
    """A class of the schema: how it numbers what we call by one number, and what it requires to be named."""

    name: str
    activities: Mapping[int, Activity]
    about: Callable[[Json], Json]


def ocsf(entry: Json) -> Json:
    """An entry as an OCSF event; values without an OCSF attribute go to `unmapped`."""
    uid, kind, (activity_id, activity) = class_of(entry)
    status_id, status = _STATUS[entry["outcome"]]
    actor, context = entry["actor"], entry["context"]
    return {
        "category_uid": uid // 1000,
        "category_name": _CATEGORIES[uid // 1000],
        "class_uid": uid,
        "class_name": kind.name,
        "activity_id": activity_id,
        "activity_name": activity,
        "type_uid": uid * 100 + activity_id,
        "type_name": f"{kind.name}: {activity}",
        "time": _milliseconds(entry["at"]),
        "severity_id": entry["severity"],
        "severity": _SEVERITY[entry["severity"]],
        "status_id": status_id,
        "status": status,
        "status_code": entry["outcome"],
        "status_detail": entry.get("reason"),
        "message": entry["action"],
        "metadata": {
            "version": VERSION,
            "uid": entry["id"],
            "event_code": entry["action"],
            "sequence": entry["position"],
            "correlation_uid": context["correlationId"],
            "logged_time": _milliseconds(entry["recordedAt"]),
            "tenant_uid": entry["accountId"],
            "product": {"name": "Coffer", "vendor_name": "Coffer"},
        },
        "actor": {
            "user": {"uid": actor["id"], "name": actor.get("name"), "type": actor["type"]},
            "session": {"uid": context["sessionId"]},
        },
        "device": {"uid": context["deviceId"]},
        "src_endpoint": {"ip": context["ip"]},
        "http_request": {"uid": context["requestId"], "user_agent": context["agent"]},
        "resources": [_resource(target) for target in entry["targets"]],
        **kind.about(entry),
        "unmapped": {
            "category": entry["category"],
            "changes": entry["changes"],
            "impersonatorId": actor["impersonatorId"],
            "leafHashB64u": entry["leafHashB64u"],
            "schemaVersion": entry["schemaVersion"],
        },
    }


def class_of(entry: Json) -> tuple[int, Class, Activity]:
    """The number of the class, the class, and the activity within it."""
    uid = ENTITY if entry["action"].startswith(_ENTITIES) else entry["class"]["uid"]
    kind = CLASSES[uid]
    return uid, kind, _CLOSER.get(entry["action"]) or kind.activities[entry["class"]["activity"]]


def _resource(target: Json) -> Json:
    version = target.get("version")
    named = {"uid": target["id"], "type": target["kind"]}
    return named if version is None else {**named, "version": version}


def _user(entry: Json) -> Json:
    """Whose it is: the first user it was done to, or who did it."""
    users = [target["id"] for target in entry["targets"] if target["kind"] == "user"]
    return {"user": {"uid": users[0] if users else entry["actor"]["id"]}}


def _entity(entry: Json) -> Json:
    return {"entity": _resource(entry["targets"][0])}


def _role(entry: Json) -> Json:
    return {"iam_role": {"uid": entry["targets"][0]["id"]}}


def _api(entry: Json) -> Json:
    return {"api": {"operation": entry["action"]}}


def _file(entry: Json) -> Json:
    """Its name is sealed: the id stands for it."""
    uid = entry["targets"][0]["id"]
    return {"file": {"uid": uid, "name": uid, "type_id": 1, "type": "Regular File"}}


def _finding(entry: Json) -> Json:
    return {"finding_info": {"uid": entry["targets"][0]["id"], "title": entry["action"]}}


_OTHER: Activity = (99, "Other")
_CRUD = {
    CREATE: (1, "Create"),
    READ: (2, "Read"),
    UPDATE: (3, "Update"),
    DELETE: (4, "Delete"),
    OTHER: _OTHER,
}
# These two have no reading, and so other numbers.
_LIFECYCLE = {CREATE: (1, "Create"), UPDATE: (2, "Update"), DELETE: (3, "Delete")}

CLASSES: Mapping[int, Class] = {
    AUTHENTICATION: Class(
        "Authentication", {LOG_ON: (1, "Logon"), LOG_OFF: (2, "Logoff"), OTHER: _OTHER}, _user
    ),
    ENTITY: Class("Entity Management", _CRUD, _entity),
    USER_ACCESS: Class(
        "User Access Management",
        {ASSIGN: (1, "Assign Privileges"), REVOKE: (2, "Revoke Privileges")},
        _user,
    ),
    USER: Class("User Management", _LIFECYCLE, _user),
    ROLE: Class("Role Management", _LIFECYCLE, _role),
    API: Class("API Activity", _CRUD, _api),
    FILE_HOSTING: Class(
        "File Hosting Activity",
        {
            UPLOAD: (1, "Upload"),
            DOWNLOAD: (2, "Download"),
            UPDATE: (3, "Update"),
            DELETE: (4, "Delete"),
            OTHER: _OTHER,
        },
        _file,
    ),
    DETECTION: Class("Detection Finding", {CREATE: (1, "Create"), CLOSE: (3, "Close")}, _finding),
}


def _milliseconds(at: str) -> int:
    return round(datetime.fromisoformat(at.replace("Z", "+00:00")).timestamp() * 1000)
