"""`word` in every answer of every route: the closed list of what only the server knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.contracts.test_specification_routes import document

ITEM = frozenset({"version", "seq", "storedAt"})
RANKED = ITEM | {"rank"}
GROUP = RANKED | {"profileCount"}
DOCUMENT = ITEM | {"hiddenBy"}
TASK = RANKED | {"hiddenBy", "occurrence", "nextDueOn", "closedAt", "commentCount"}
MEMBER = frozenset({"roleId", "readsRoleIds", "emailVerified", "state", "joinedAt", "lastSeenAt"})
ROLE = frozenset({"description", "system", "permissions", "memberCount", "version"})
# Without an `invite.create` the server also says what it would.
INVITATION = frozenset({"email", "state", "sentCount", "openedAt"}) | {
    *("roleId", "invitedBy", "createdAt", "expiresAt")
}
CARD = frozenset({"accountName", "inviterName", "roleName", "emailMasked", "state", "expiresAt"})
DEVICE = frozenset({"deviceName", "attachedAt", "hasWrap"})
FILE = frozenset({"version"})
PENDING = frozenset({"deviceName", "at"})

# By the first part of a path; the words that may stand in its answers, each by its whole list.
CLOSED: Mapping[str, tuple[frozenset[str], ...]] = {
    "/contact": (ITEM,),
    "/api/vendors": (ITEM,),
    "/api/saved-filters": (ITEM,),
    "/document": (DOCUMENT,),
    "/task": (TASK, ITEM),
    "/api/profiles": (RANKED,),
    "/api/profile-groups": (GROUP, RANKED),
    "/api/profile-sub-groups": (RANKED,),
    "/api/statuses": (RANKED,),
    "/api/topics": (RANKED,),
    "/users": (MEMBER,),
    "/api/roles": (ROLE,),
    "/api/invitations": (INVITATION,),
    "/api/auth/invite": (INVITATION,),
    "/api/auth/get-account-invite": (CARD,),
    "/api/my-invitations": (CARD,),
    "/devices": (DEVICE,),
    "/api/auth/device/pending": (PENDING,),
    "/files": (FILE,),
}


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return document()


def answers(described: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The shape of every answer but the refusals."""
    for path, methods in described["paths"].items():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                if status < "300" and "application/json" in response.get("content", {}):
                    yield path, response["content"]["application/json"]["schema"]


def objects(
    described: dict[str, Any], schema: Any, known: set[str] | None = None
) -> Iterator[dict[str, Any]]:
    """All objects in a shape, however deep they stand."""
    seen = set[str]() if known is None else known
    if isinstance(schema, list):
        for part in schema:  # type: ignore[reportUnknownVariableType]
            yield from objects(described, part, seen)
    elif isinstance(schema, dict):
        found: dict[str, Any] = schema
        if (ref := found.get("$ref")) is not None:
            if ref not in seen:
                yield from objects(described, named(described, found), seen | {ref})
            return
        if "properties" in found:
            yield found
            yield from objects(described, list(found["properties"].values()), seen)
        for name in ("items", "additionalProperties", "oneOf", "anyOf", "allOf"):
            yield from objects(described, found.get(name), seen)


def named(described: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The shape itself, where a name of it is given."""
    if "$ref" in schema:
        return described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def words(described: dict[str, Any], schema: Any) -> set[frozenset[str]]:
    return {
        frozenset(named(described, one["properties"]["word"])["properties"])
        for one in objects(described, schema)
        if "word" in one["properties"]
    }


def place_of(path: str) -> str | None:
    found = [place for place in CLOSED if path.startswith(place)]
    return max(found, key=len) if found else None


def test_a_word_says_what_is_in_the_closed_list_and_nothing_else(described: dict[str, Any]) -> None:
    spoken: dict[str, set[frozenset[str]]] = {}
    for path, schema in answers(described):
        for word in words(described, schema):
            place = place_of(path)
            assert place is not None, f"{path} has a word of its own: {sorted(word)}"
            assert any(word <= closed for closed in CLOSED[place]), (path, sorted(word))
            spoken.setdefault(place, set()).add(word)
    assert spoken.keys() == CLOSED.keys(), "each of them speaks"


def test_what_is_sealed_is_answered_with_its_word(described: dict[str, Any]) -> None:
    items = 0
    for path, schema in answers(described):
        for one in objects(described, schema):
            if "sealed" in one["properties"]:
                assert "word" in one["properties"], (path, sorted(one["properties"]))
                items += 1
    assert items > 40
