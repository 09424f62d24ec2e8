"""What a statement holds is in no other member of an answer or a request (`domain.md` section 8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import msgspec
import pytest

from domain.kernel import camel
from domain.vault.statement_types import TYPES, Header
from tests.contracts.test_server_word import CLOSED, answers, objects, place_of
from tests.contracts.test_specification_routes import document
from tests.contracts.test_what_the_server_sees import ATTRIBUTES

ITEM = {"id", "sealed", "later", "word"}
ENVELOPE = {
    *("attrs", "attrsSaltB64u", "ivB64u", "saltB64u", "dataB64u", "wraps"),
    *("statementB64u", "signatureB64u"),
}

# What follows from the statements of an item without being a field of one.
FOLLOWS = {
    *("createdBy", "createdAt", "updatedBy", "updatedAt", "deletedAt", "authorId", "deviceId", "history"),
    *("revision", "owed", "lifecycle", "archived", "deleted", "moveTo", "outcome", "addVersion", "set"),
}

# Spelled in crypto.md section 12 and in the specification, for what finds a row before it is verified.
SPELLED = {
    # A place in the key log, which `after` counts from.
    "the key log": ({"seq", "statementB64u", "deviceSignatureB64u", "rollProofB64u"}, {"seq"}),
    "an invitation": ({"inviteId", "roleId", "email", "pairing"}, {"inviteId", "roleId"}),
    "a roll": ({"roleId", "expectedGeneration", "rolePublicKeyB64u"}, {"roleId"}),
    "a role wrap": (
        {"roleId", "userId", "deviceId", "generation", "rolePublicKeyB64u", "devicePublicKeyB64u"},
        {"roleId", "userId", "deviceId", "generation"},
    ),
}

# What stands beside the word of what is no item: ids, texts under a commitment, and what finds or opens it.
BESIDE = {
    "/api/roles": {"id", "name", "nameSaltB64u"},
    "/api/invitations": {"id", "pairing"},
    "/api/auth/invite": {"id", "pairing"},
    "/api/auth/get-account-invite": {"id", "accountId"},
    "/api/my-invitations": {"id", "accountId"},
    # Of an own device that waits, what its card is made of.
    "/api/auth/device/pending": {
        *("deviceId", "pairingIdB64u", "pairingMacB64u", "personSaltB64u", "devicePublicKeyB64u"),
        *("signPublicKeyB64u", "recovery", "authenticator", "deviceSignatureB64u"),
    },
    "/devices": {"userId", "deviceId", "devicePublicKeyB64u", "signPublicKeyB64u", "statementHashB64u"},
    "/users": {"id", "email", "name", "personSaltB64u"},
}


# What the key log says of devices and roles, which these only point at: ids, and what the device opens.
CARRIERS = {
    "/roles/missing-wraps": {"roleId", "userId", "deviceId"},
    "/api/auth/device/recovery": {"deviceId", "recovery"},
}


def signed_names() -> set[str]:
    """Fields of every statement and signed attributes of every kind, as members would be called."""
    statements = {camel(field.name) for kind in (Header, *TYPES.values()) for field in fields(kind)}
    attributes = {field.encode_name for kind in ATTRIBUTES.values() for field in msgspec.structs.fields(kind)}
    return statements | attributes | FOLLOWS


# Elsewhere than beside a file `version` counts events, which only the server knows.
SIGNED = signed_names() - {"id", "version"}


def spelled(members: set[str]) -> set[str]:
    """Members that this object may have although a statement holds them."""
    return {name for shape, may in SPELLED.values() if shape <= members for name in may}


def requests(described: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            if "application/json" in content:
                yield f"{method} {path}", content["application/json"]["schema"]


def carrying(described: dict[str, Any], schema: Any) -> Iterator[set[str]]:
    """The members of every object that comes with a statement, or is an item."""
    for one in objects(described, schema):
        members = set(one["properties"])
        if members & {"statementB64u", "sealed"}:
            yield members


def twice(members: set[str]) -> set[str]:
    held = SIGNED | {"version"} if "headerB64u" in members else SIGNED
    return members & held - spelled(members)


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return document()


def test_the_names_are_those_of_the_statements_and_the_attributes() -> None:
    assert {"audience", "contentRevision", "schema", "kind", "createdAt", "seq", "encryptedSize"} <= SIGNED
    assert {"profileIds", "expiresOn", "statusId", "typeId", "movedTo", "mentionIds", "state"} <= SIGNED
    assert twice({"sealed", "id", "dueOn"}) == {"dueOn"}
    assert twice({"seq", "statementB64u"}) == {"seq"}


def test_an_item_is_its_id_its_bytes_and_the_server_s_word(described: dict[str, Any]) -> None:
    items = 0
    for path, schema in answers(described):
        for one in objects(described, schema):
            members = set(one["properties"])
            if "sealed" not in members:
                continue
            assert members == ITEM, path
            (sealed,) = (
                each
                for each in objects(described, one["properties"]["sealed"])
                if "attrs" in each["properties"]
            )
            assert set(sealed["properties"]) == ENVELOPE, path
            items += 1
    assert items > 30


def test_no_answer_says_beside_its_word_what_a_statement_or_the_word_says(described: dict[str, Any]) -> None:
    spoken: set[str] = set()
    for path, schema in answers(described):
        place = place_of(path) or ""
        for one in objects(described, schema):
            members = set(one["properties"])
            if "word" in members and place in BESIDE:
                assert members - {"word"} <= BESIDE[place], (path, sorted(members))
                spoken.add(place)
    assert spoken == BESIDE.keys()
    for place, beside in BESIDE.items():
        assert not beside & frozenset().union(*CLOSED[place]), place


def test_a_carrier_says_of_keys_and_devices_which_they_are(described: dict[str, Any]) -> None:
    carried = {path: list(objects(described, schema)) for path, schema in answers(described)}
    rows = {
        path: [set(one["properties"]) for one in carried[path] if "deviceId" in one["properties"]]
        for path in CARRIERS
    }
    assert rows == {path: [members] for path, members in CARRIERS.items()}


def test_no_answer_says_again_what_its_statement_holds(described: dict[str, Any]) -> None:
    seen = 0
    for path, schema in answers(described):
        for members in carrying(described, schema):
            assert twice(members) == set(), (path, sorted(members))
            seen += 1
    assert seen > 100


def test_no_request_takes_what_its_statement_holds(described: dict[str, Any]) -> None:
    seen = 0
    for route, schema in requests(described):
        for members in carrying(described, schema):
            assert twice(members) == set(), (route, sorted(members))
            seen += 1
    assert seen > 40
