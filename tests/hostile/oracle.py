"""The second oracle: reads with the client in Python what a browser has signed, wrapped and granted.

Bodies of requests come in, one JSON document a line; for each of them goes out a list of lines that say what
was signed, without what differs at every signing: the salt, the key, the moment and the view of the author.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from client.crypto import base64url
from client.crypto.box import Box
from client.crypto.errors import CryptoError
from client.crypto.hashes import WrapName, attrs_hash, wraps_hash
from client.crypto.statements import Statement, parse

RANDOM = {"boxHash", "wrapsHash", "attrsHash", "headerHash", "treeRoot", "manifestHash", "seedCommitment"}


def said_by(body: Any) -> list[str]:
    """What a request says that is signed, and whether all of it fits what was signed."""
    return [_told(each) for each in _signed(body)]


def _signed(body: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(body, dict):
        if isinstance(body.get("statementB64u"), str):
            yield body
        for value in body.values():
            yield from _signed(value)
    elif isinstance(body, list):
        for value in body:
            yield from _signed(value)


def _told(body: Mapping[str, Any]) -> str:
    try:
        statement = parse(base64url.decode(body["statementB64u"]))
        fields = [
            f"{name}={_shown(statement, name)}"
            for name, value in statement.fields.items()
            if name not in RANDOM and value is not None
        ]
        return " ".join([statement.type, f"seq={statement.seq}", *fields, *_beside(statement, body)])
    except (CryptoError, ValueError, KeyError) as wrong:
        return f"unreadable: {type(wrong).__name__}"


def _beside(statement: Statement, body: Mapping[str, Any]) -> Iterator[str]:
    """Attributes and wraps that travel with a statement."""
    if isinstance(attrs := body.get("attrs"), dict) and "attrsHash" in statement.fields:
        values = {name: base64url.decode(value) for name, value in attrs.items()}
        salt = base64url.decode(body["attrsSaltB64u"])
        fits = attrs_hash(salt, values) == statement.bytes("attrsHash")
        shown = ", ".join(f"{name}: {_value(value)}" for name, value in sorted(values.items()))
        yield f"attrs={{{shown}}}{'' if fits else ' NOT AS SIGNED'}"
    if isinstance(wraps := body.get("wraps"), list) and "wrapsHash" in statement.fields:
        named = [WrapName(UUID(w["roleId"]), w["generation"], Box.from_json(w).hash) for w in wraps]
        fits = wraps_hash(named) == statement.bytes("wrapsHash")
        shown = ", ".join(f"{wrap['roleId']}/{wrap['generation']}/{wrap['mode']}" for wrap in wraps)
        yield f"wraps=[{shown}]{'' if fits else ' NOT AS SIGNED'}"


def _shown(statement: Statement, name: str) -> str:
    match statement.fields[name]:
        case bytes() as value if statement.type == "role.grant" and name == "id":
            return f"{UUID(bytes=value[:16])}‖{value[16:].hex()}"
        case UUID() if name == "id" and statement.seq == 1:
            return "⟨new⟩"
        case bytes() as value:
            return f"⟨{len(value)} bytes⟩"
        case tuple() as roles:
            return f"[{', '.join(map(str, roles))}]"
        case value:
            return str(value)


def _value(value: bytes) -> str:
    try:
        text = value.decode()
        return text if text.isprintable() else value.hex()
    except UnicodeDecodeError:
        return value.hex()


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(said_by(json.loads(line))), flush=True)
