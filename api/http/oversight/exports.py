"""The audit log for other programs: a line per entry, as it is or in the open security schema (OCSF)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal

import msgspec
from litestar import Response

Form = Literal["json", "ndjson", "ocsf"]

_VERSION = "1.3.0"
_STATUS = {"success": (1, "Success"), "failure": (2, "Failure"), "denied": (2, "Denied")}
# The schema's grades: informational, low, medium, high, critical.
_SEVERITY = {1: "Informational", 2: "Low", 3: "Medium", 4: "High", 5: "Critical"}


def exported(entries: Iterable[dict[str, Any]], form: Form, next_cursor: str | None) -> Response[bytes]:
    """One JSON document per line. The cursor of the next page is in a header."""
    rows = (ocsf(entry) if form == "ocsf" else entry for entry in entries)
    body = b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
    headers = {} if next_cursor is None else {"X-Next-Cursor": next_cursor}
    return Response(content=body, media_type="application/x-ndjson", headers=headers)


def ocsf(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry as an OCSF event; values without an OCSF attribute go to `unmapped`."""
    uid, activity = entry["class"]["uid"], entry["class"]["activity"]
    status_id, status = _STATUS[entry["outcome"]]
    actor, context = entry["actor"], entry["context"]
    return {
        "category_uid": uid // 1000,
        "class_uid": uid,
        "activity_id": activity,
        "type_uid": uid * 100 + activity,
        "time": _milliseconds(entry["at"]),
        "severity_id": entry["severity"],
        "severity": _SEVERITY[entry["severity"]],
        "status_id": status_id,
        "status": status,
        "status_detail": entry.get("reason"),
        "message": entry["action"],
        "metadata": {
            "version": _VERSION,
            "uid": entry["id"],
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
        "resources": [
            {"uid": target["id"], "type": target["kind"], "version": target.get("version")}
            for target in entry["targets"]
        ],
        "unmapped": {
            "category": entry["category"],
            "changes": entry["changes"],
            "impersonatorId": actor["impersonatorId"],
            "leafHashB64u": entry["leafHashB64u"],
            "schemaVersion": entry["schemaVersion"],
        },
    }


def _milliseconds(at: str) -> int:
    return round(datetime.fromisoformat(at.replace("Z", "+00:00")).timestamp() * 1000)
