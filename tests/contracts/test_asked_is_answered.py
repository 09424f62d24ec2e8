"""Every route that is asked for an object says where its answer names it, or why not (`crypto.md` 19).

The browser refuses an answer about anything else whole, by the same table (`web/src/keyring/answered.json`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from infrastructure.local.places import CHECKOUT
from tests.contracts.test_specification_routes import document

TABLE: Mapping[str, Mapping[str, Any]] = json.loads((CHECKOUT / "web/src/keyring/answered.json").read_text())

# Members that name an object. What is sealed or signed names its own, and the crypto worker holds it to that.
OWN = {"id", "ids"}
WITHIN = {"sealed", "later", "wraps", "word", "pairing", "comments"} | {
    *("plan", "users", "context", "targets", "actor")
}

# Further lists that an answer may have, of what belongs to the objects of the first.
BESIDE = {"comments"}

DONE = "Answers that it was done, or when, and nothing of an object."
SIGNED = "The crypto worker asks it of the signed bytes: `file.put` names it (`worker/verifyFile.ts`)."
ADDRESSES = "Addresses for parts that were sealed before: each takes the bytes of its hash, and no others."
UNREAD = "Nobody reads the answer: a file is opened by its bundle."
SENT = "Answers what was sent with its place; the keyring reads it from the log (`worker/ownWrites.ts`)."
CARRIER = "Carriers: each is asked for its `role.grant` in the replayed log, which names role and device."
FILTER = "The id narrows a list in which the log alone says who is meant."
SHARE = "One half of what seals the cache of this device: the other half fits it, or nothing opens."

# Where an id is asked for and the answer names no object that the table could hold to it.
REASONS: Mapping[str, str] = {
    "DELETE /api/accounts/{account_id}": DONE,
    "POST /api/auth/admin/remove-user": DONE,
    "POST /api/auth/admin/revoke-user-sessions": DONE,
    "POST /api/auth/admin/set-user-password": DONE,
    "POST /api/auth/passkey/delete-passkey": DONE,
    "POST /api/auth/suspicious-activities/acknowledge": DONE,
    "POST /api/notifications/read": DONE,
    "POST /api/notifications/done": DONE,
    "POST /api/email/cancel": DONE,
    "DELETE /api/auth/device/pending": DONE,
    "DELETE /api/auth/device/unlock-share": DONE,
    "PUT /api/auth/device/unlock-share": DONE,
    "GET /api/auth/device/unlock-share": SHARE,
    "GET /api/uploads/{file_id}/bundle": SIGNED,
    "GET /api/uploads/thumbnails/{file_id}/bundle": SIGNED,
    "GET /files/{file_id}/wraps": SIGNED,
    "POST /files/{file_id}/wraps": UNREAD,
    "POST /api/uploads/session": ADDRESSES,
    "POST /api/uploads/finalise": UNREAD,
    "GET /devices/public-keys": FILTER,
    "POST /roles/wrap": CARRIER,
    "POST /roles/roll-wrap": SENT,
}

# Lists whose ids are those of other things, or that answer everything whatever was sent.
WHOLE = {
    "POST /document/expiring": "Documents of these profiles; what is said of them is in what they signed.",
    "GET /users": "Members of a role by the word of the server.",
    "GET /api/auth/audit-logs/account": "Entries about a person, by the word of the server.",
    "GET /api/email/messages": "Emails of one batch, by the word of the server.",
    "POST /api/topics/create-update-delete": "The whole list, after all that was sent.",
}

# What an answer names besides what was asked for: it is new, or another thing than the one in the question.
NEW: Mapping[str, set[str]] = {
    "POST /api/accounts/switch": {"data.id"},
    "POST /api/auth/admin/impersonate-user": {"session.id"},
    "POST /api/auth/admin/list-user-sessions": {"sessions[].id"},
}


def _lacks(schema: Any, schemas: dict[str, Any], steps: list[str]) -> bool:
    """An answer of this shape may have the object and not the member that names it."""
    while name := schema.get("$ref"):
        schema = schemas[name.rsplit("/", 1)[-1]]
    if choices := [*schema.get("oneOf", ()), *schema.get("anyOf", ())]:
        return any(_lacks(choice, schemas, steps) for choice in choices)
    if not steps:
        return False
    if "items" in schema:
        return steps[0] == "[]" and _lacks(schema["items"], schemas, steps[1:])
    if "properties" not in schema or steps[0] == "[]":
        return False
    if len(steps) == 1:
        return steps[0] not in schema.get("required", ())
    inner = schema["properties"].get(steps[0])
    return inner is not None and _lacks(inner, schemas, steps[1:])


class Described(NamedTuple):
    asked: set[str]
    """Every member of the question that names an object."""
    members: set[str]
    """Every member of the answer."""
    shapes: list[Any]

    @property
    def named(self) -> set[str]:
        return {one for one in self.members if one.rsplit(".", 1)[-1] in OWN and not _is_within(one)}


def _is_within(place: str) -> bool:
    return any(part.removesuffix("[]") in WITHIN for part in place.split("."))


def _members(
    schema: Any, schemas: dict[str, Any], path: str = "", above: tuple[str, ...] = ()
) -> Iterator[str]:
    if (name := schema.get("$ref")) and name not in above:
        yield from _members(schemas[name.rsplit("/", 1)[-1]], schemas, path, (*above, name))
    for choice in (*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from _members(choice, schemas, path, above)
    for name, inner in schema.get("properties", {}).items():
        below = f"{path}.{name}" if path else name
        yield below
        yield from _members(inner, schemas, below, above)
    if "items" in schema:
        yield from _members(schema["items"], schemas, f"{path}[]", above)


def _names_an_object(place: str) -> bool:
    return place.rsplit(".", 1)[-1].lower().endswith(("id", "ids")) and not _is_within(place)


DOCUMENT = document()
SCHEMAS = DOCUMENT["components"]["schemas"]


def routes() -> dict[str, Described]:
    described, schemas = DOCUMENT, SCHEMAS
    found: dict[str, Described] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if method not in ("get", "post", "put", "patch", "delete"):
                continue
            asked = {one["name"] for one in operation.get("parameters", ()) if _names_an_object(one["name"])}
            for media in operation.get("requestBody", {}).get("content", {}).values():
                asked |= {one for one in _members(media["schema"], schemas) if _names_an_object(one)}
            members = {
                one
                for status, response in operation["responses"].items()
                if status < "300"
                for media in response.get("content", {}).values()
                for one in _members(media.get("schema", {}), schemas)
            }
            shapes = [
                media["schema"]
                for status, response in operation["responses"].items()
                if status < "300"
                for media in response.get("content", {}).values()
                if "schema" in media
            ]
            found[f"{method.upper()} {path}"] = Described(asked, members, shapes)
    return found


ROUTES = routes()
# Programs ask these where Coffer runs for development, and no page: nobody holds an answer to a table.
OF_PROGRAMS = {"GET /seed/accounts": "listDemoAccounts", "POST /seed/user": "seedUser"}
ASKING = {
    route: one for route, one in ROUTES.items() if one.asked and one.members and route not in OF_PROGRAMS
}


def test_no_page_asks_what_is_for_programs() -> None:
    assert OF_PROGRAMS.keys() <= ROUTES.keys()
    assert set(OF_PROGRAMS.values()) <= set(json.loads((CHECKOUT / "web/notAsked.json").read_text()))


@pytest.mark.parametrize("route", sorted(ASKING))
def test_a_route_that_is_asked_for_an_object_says_where_its_answer_names_it(route: str) -> None:
    assert (route in TABLE) != (route in REASONS)
    if route in TABLE:
        assert (not TABLE[route].get("asked")) == (route in WHOLE)
    else:
        assert not ASKING[route].named, "its answer names objects: the table has to say where"


@pytest.mark.parametrize("route", sorted(TABLE))
def test_what_the_table_says_stands_in_the_description(route: str) -> None:
    rule, described = TABLE[route], ROUTES[route]
    places = {rule["rows"]} if "rows" in rule else set[str]()
    places |= set(rule.get("about", ()))
    assert set(rule) <= {"asked", "rows", "about", "inOrder", "beside", "of"}
    # What comes beside a list says in its signed attributes which of the list it belongs to.
    assert (
        ("beside" in rule) == ("of" in rule) == any(one.split("[]")[0] in BESIDE for one in described.members)
    )
    if "beside" in rule:
        listed, attributes = rule["beside"], rule["of"].rpartition(".")[0]
        assert {listed, attributes} <= described.members
    assert places <= described.members
    assert set(rule.get("asked", ())) <= described.asked
    # Whatever names an object of its own in the answer is held to the question.
    assert described.named - NEW.get(route, set()) <= places


@pytest.mark.parametrize("route", sorted(route for route, rule in TABLE.items() if rule.get("asked")))
def test_no_true_answer_leaves_out_what_the_table_looks_for(route: str) -> None:
    rule = TABLE[route]
    for place in [*rule.get("about", ()), *([rule["rows"]] if "rows" in rule else [])]:
        steps = place.replace("[]", ".[]").split(".")
        assert not any(_lacks(shape, SCHEMAS, steps) for shape in ROUTES[route].shapes), place


def test_no_reason_is_left_of_a_route_that_is_gone() -> None:
    assert set(REASONS) | set(WHOLE) <= set(ASKING)
    assert all(named <= ROUTES[route].named for route, named in NEW.items())
