"""The second oracle: reads with the client in Python what a browser has signed, wrapped and granted.

Questions come in, one JSON document a line. `learn` has key statements as an honest server answers them;
`read` has the body of a request, for which goes out a list of lines that say what was signed, without what
differs at every signing: the salt, the key, the moment and the view of the author.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from client.crypto import base64url
from client.crypto.box import Box
from client.crypto.devices import device_id
from client.crypto.errors import CryptoError
from client.crypto.hashes import WrapName, attrs_hash, wraps_hash
from client.crypto.points import verify
from client.crypto.signing import roll_proven
from client.crypto.statements import Statement, parse

RANDOM = {"boxHash", "wrapsHash", "attrsHash", "headerHash", "treeRoot", "manifestHash", "seedCommitment"}

INVITED = ("invite.create", "invite")
"""An invitation has a number of its own every time it is made."""


class Oracle:
    """Knows the keys of devices and of roles from the statements that it has seen."""

    def __init__(self) -> None:
        self._devices: dict[UUID, bytes] = {}
        self._roles: dict[tuple[UUID, int], bytes] = {}
        self._new_file: bytes | None = None
        """The newest file that was signed: it has a number of its own every time it is made."""

    def learn(self, answered: Any) -> None:
        for each in _signed(answered):
            self._take(parse(base64url.decode(each["statementB64u"])))

    def said_by(self, body: Any) -> list[str]:
        """What a request says that is signed, and whether all of it fits what was signed."""
        return [self._told(each) for each in _signed(body)]

    def _take(self, statement: Statement) -> None:
        match statement.type:
            case "device.add":
                keys = statement.bytes("ecdhPublic"), statement.bytes("ecdsaPublic")
                # The id of a device is that of its keys, so nobody else's keys come under it.
                if statement.uuid("device") == device_id(statement.account, statement.uuid("user"), *keys):
                    self._devices[statement.uuid("device")] = keys[1]
            case "role.create" | "role.roll":
                named = statement.uuid("role"), statement.number("generation")
                self._roles[named] = statement.bytes("signPublic")
            case "file.put" if statement.seq == 1:
                self._new_file = statement.uuid("id").bytes
            case _:
                pass

    def _told(self, body: Mapping[str, Any]) -> str:
        try:
            statement = parse(base64url.decode(body["statementB64u"]))
            # A device that comes and the first roles of an account are signed by themselves.
            self._take(statement)
            fields = [
                f"{name}={_shown(statement, name)}"
                for name, value in statement.fields.items()
                if name not in RANDOM and value is not None
            ]
            beside = (*_beside(statement, body, self._new_file), *self._unsigned(statement, body))
            return " ".join([statement.type, f"seq={statement.seq}", *fields, *beside])
        except (CryptoError, ValueError, KeyError) as wrong:
            return f"unreadable: {type(wrong).__name__}"

    def _unsigned(self, statement: Statement, body: Mapping[str, Any]) -> Iterator[str]:
        """What is wrong with the signatures."""
        device = self._devices.get(statement.author_device)
        signature = base64url.decode(body["signatureB64u"])
        if device is None:
            yield "BY A DEVICE THAT IS NOT KNOWN"
        elif not verify(device, statement.raw, signature):
            yield "NOT SIGNED BY ITS AUTHOR"
        if statement.type == "role.roll":
            before = self._roles.get((statement.uuid("role"), statement.number("generation") - 1))
            proof = base64url.decode(body.get("rollProofB64u") or "")
            if before is None or not roll_proven(statement, before, proof):
                yield "NOT PROVEN BY THE GENERATION THAT IT ENDS"


def _signed(body: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(body, dict):
        if isinstance(body.get("statementB64u"), str):
            yield body
        for value in body.values():
            yield from _signed(value)
    elif isinstance(body, list):
        for value in body:
            yield from _signed(value)


def _beside(statement: Statement, body: Mapping[str, Any], new_file: bytes | None) -> Iterator[str]:
    """Attributes and wraps that travel with a statement."""
    if isinstance(attrs := body.get("attrs"), dict) and "attrsHash" in statement.fields:
        values = {name: base64url.decode(value) for name, value in attrs.items()}
        salt = base64url.decode(body["attrsSaltB64u"])
        fits = attrs_hash(salt, values) == statement.bytes("attrsHash")
        shown = ", ".join(
            f"{name}: {_value(name, value, new_file)}" for name, value in sorted(values.items())
        )
        yield f"attrs={{{shown}}}{'' if fits else ' NOT AS SIGNED'}"
    if isinstance(wraps := body.get("wraps"), list) and "wrapsHash" in statement.fields:
        named = [WrapName(UUID(w["roleId"]), w["generation"], Box.from_json(w).hash) for w in wraps]
        fits = wraps_hash(named) == statement.bytes("wrapsHash")
        # With the key of the role or for its public key of the log: the same people read it.
        shown = ", ".join(f"{wrap['roleId']}/{wrap['generation']}" for wrap in wraps)
        yield f"wraps=[{shown}]{'' if fits else ' NOT AS SIGNED'}"


def _shown(statement: Statement, name: str) -> str:
    match statement.fields[name]:
        case bytes() as value if statement.type == "role.grant" and name == "id":
            return f"{UUID(bytes=value[:16])}‖{value[16:].hex()}"
        case UUID() if (name == "id" and statement.seq == 1) or (statement.type, name) == INVITED:
            return "⟨new⟩"
        case bytes() as value:
            return f"⟨{len(value)} bytes⟩"
        case tuple() as roles:
            return f"[{', '.join(map(str, roles))}]"
        case value:
            return str(value)


def _value(name: str, value: bytes, new_file: bytes | None) -> str:
    if name == "versions":
        ids = [value[at : at + 16] for at in range(0, len(value), 16)]
        return ", ".join("⟨new⟩" if each == new_file else each.hex() for each in ids)
    try:
        text = value.decode()
        return text if text.isprintable() else value.hex()
    except UnicodeDecodeError:
        return value.hex()


def main() -> None:
    oracle = Oracle()
    for line in sys.stdin:
        question: dict[str, Any] = json.loads(line)
        if "learn" in question:
            oracle.learn(question["learn"])
        print(json.dumps(oracle.said_by(question.get("read"))), flush=True)


if __name__ == "__main__":
    main()
