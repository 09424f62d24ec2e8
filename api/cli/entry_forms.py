"""Entries of the audit log as they are written out: for people, for spreadsheets, and for other programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from typing import IO, Any

from infrastructure.spreadsheets import harmless
from projections.oversight.ocsf import ocsf

Entry = Mapping[str, Any]
Tell = Callable[[Entry], None]

COLUMNS: Mapping[str, Callable[[Entry], Any]] = {
    "position": lambda entry: entry["position"],
    "at": lambda entry: entry["at"],
    "recordedAt": lambda entry: entry["recordedAt"],
    "category": lambda entry: entry["category"],
    "action": lambda entry: entry["action"],
    "outcome": lambda entry: entry["outcome"],
    "severity": lambda entry: entry["severity"],
    "actorType": lambda entry: entry["actor"]["type"],
    "actorId": lambda entry: entry["actor"]["id"],
    "actorName": lambda entry: entry["actor"].get("name"),
    "impersonatorId": lambda entry: entry["actor"]["impersonatorId"],
    "targetKind": lambda entry: entry["targets"][0]["kind"],
    "targetId": lambda entry: entry["targets"][0]["id"],
    "targets": lambda entry: _json(entry["targets"]),
    "changes": lambda entry: _json(entry["changes"]),
    "reason": lambda entry: entry.get("reason"),
    "sessionId": lambda entry: entry["context"]["sessionId"],
    "deviceId": lambda entry: entry["context"]["deviceId"],
    "ip": lambda entry: entry["context"]["ip"],
    "agent": lambda entry: entry["context"]["agent"],
    "requestId": lambda entry: entry["context"]["requestId"],
    "correlationId": lambda entry: entry["context"]["correlationId"],
    "leafHashB64u": lambda entry: entry["leafHashB64u"],
}


def as_text(file: IO[str]) -> Tell:
    def tell(entry: Entry) -> None:
        actor, target = entry["actor"], entry["targets"][0]
        who = actor.get("name") or actor["id"] or actor["type"]
        changes = "; ".join(map(_change, entry["changes"]))
        said = f"{entry['position']:>9}  {entry['at']}  {entry['action']:<32} {entry['outcome']:<8}"
        file.write(f"{said} {_line(who)}  {target['kind']} {target['id']}{changes and '  ' + changes}\n")

    return tell


def as_csv(file: IO[str]) -> Tell:
    writer = csv.writer(file)
    writer.writerow(COLUMNS)

    def tell(entry: Entry) -> None:
        writer.writerow([_cell(value(entry)) for value in COLUMNS.values()])

    return tell


def as_ndjson(file: IO[str]) -> Tell:
    return lambda entry: _write_line(file, entry)


def as_ocsf(file: IO[str]) -> Tell:
    return lambda entry: _write_line(file, ocsf(dict(entry)))


FORMS: Mapping[str, Callable[[IO[str]], Tell]] = {
    "text": as_text,
    "csv": as_csv,
    "ndjson": as_ndjson,
    "ocsf": as_ocsf,
}


def _write_line(file: IO[str], value: Any) -> None:
    file.write(_json(value) + "\n")


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _cell(value: Any) -> Any:
    """A name is chosen by a person: it must not become a formula in the spreadsheet of another."""
    return harmless(value) if isinstance(value, str) else value


def _change(change: Mapping[str, Any]) -> str:
    before = f"{_line(_json(change['from']))} → " if "from" in change else ""
    return f"{change['field']}: {before}{_line(_json(change.get('to')))}"


def _line(value: Any) -> str:
    """Without what would move the cursor of a terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in str(value))
