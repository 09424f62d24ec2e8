"""A request that says in clear what its statement says is refused, whatever it says (`domain.md` section 8).

Every object that carries a statement, in every body that the description has, is sent with members that a
statement or the signed attributes hold. What the specification spells beside a statement is compared with it:
`test_guards`, `test_refusals` and the laws of the deciders say it otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from litestar import Litestar

from tests.api.test_bad_input import DESCRIBED, Call, app, calls, sent
from tests.contracts.test_said_once import SIGNED
from tests.support.shapes_of import from_pattern

__all__ = ["app"]

ANY_ID = "018f0000-0000-7000-8000-0000000000ff"
NAMES = sorted(SIGNED)
# Of each object so many; further ones with the next object, and all of them over the objects.
AT_ONCE = 6
DEEPEST = 8


class Place(NamedTuple):
    """An object of a body that carries a statement, by the steps to it: a member, an element, or a choice."""

    steps: tuple[Any, ...]
    members: frozenset[str]

    @property
    def path(self) -> str:
        return "".join(
            "[0]" if step == "[]" else f".{step}" for step in self.steps if not isinstance(step, int)
        ).removeprefix(".")


def shape_of(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in schema:
        schema = DESCRIBED["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def places(schema: Mapping[str, Any], steps: tuple[Any, ...] = ()) -> Iterator[Place]:
    """All objects in a body that carry a statement."""
    if len(steps) > DEEPEST:
        return
    schema = shape_of(schema)
    for number, choice in enumerate(schema.get("oneOf", schema.get("anyOf", ()))):
        yield from places(choice, (*steps, number))
    if "items" in schema:
        yield from places(schema["items"], (*steps, "[]"))
    members: Mapping[str, Any] = schema.get("properties", {})
    if members.keys() & {"statementB64u", "sealed"}:
        yield Place(steps, frozenset(members))
    for name, inner in members.items():
        yield from places(inner, (*steps, name))


def least(schema: Mapping[str, Any]) -> Any:
    """The least that a shape takes."""
    schema = shape_of(schema)
    for choice in schema.get("oneOf", schema.get("anyOf", ())):
        return least(choice)
    if "const" in schema or "enum" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    match schema.get("type"):
        case "object":
            needed = schema.get("required", ())
            return {
                name: least(inner) for name, inner in schema.get("properties", {}).items() if name in needed
            }
        case "array":
            return [least(schema["items"]) for _ in range(schema.get("minItems", 0))]
        case "string" if schema.get("format") == "uuid":
            return ANY_ID
        case "string":
            return text_of(schema).ljust(schema.get("minLength", 0), "A")
        case "boolean":
            return False
        case "integer" | "number":
            return int(schema.get("minimum", 0))
        case _:
            return None


def text_of(schema: Mapping[str, Any]) -> str:
    """Where no letter alone fits a pattern, the text is wrong too: each fault of a body is told."""
    try:
        return from_pattern(schema["pattern"])
    except (KeyError, TypeError):
        return ""


def built(schema: Mapping[str, Any], steps: tuple[Any, ...], more: Mapping[str, Any]) -> Any:
    """A body with these further members in one of its objects."""
    schema = shape_of(schema)
    if not steps:
        return {**(least(schema) if schema.get("additionalProperties") is not True else {}), **more}
    step, *rest = steps
    if isinstance(step, int):
        return built((schema.get("oneOf") or schema["anyOf"])[step], tuple(rest), more)
    if step == "[]":
        return [built(schema["items"], tuple(rest), more)]
    return {**least(schema), step: built(schema["properties"][step], tuple(rest), more)}


def body_of(call: Call) -> Mapping[str, Any]:
    content = call.operation.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("schema", {})


CARRYING = [(call, place) for call in calls() for place in places(body_of(call)) if call.method != "GET"]


def test_there_are_as_many_as_there_were() -> None:
    """A law over nothing would hold."""
    assert len({call.operation["operationId"] for call, _ in CARRYING}) >= 45
    assert {"also", "moved", "put.sealed", "items[0].ops[0]"} <= {place.path for _, place in CARRYING}
    assert AT_ONCE * len(CARRYING) >= len(NAMES)


@pytest.mark.parametrize(
    "number",
    range(len(CARRYING)),
    ids=lambda n: f"{CARRYING[n][0].operation['operationId']} {CARRYING[n][1].path}",
)
async def test_what_a_statement_says_is_no_member_of_a_request(app: Litestar, number: int) -> None:
    call, place = CARRYING[number]
    first = number * AT_ONCE
    names = [NAMES[(first + step) % len(NAMES)] for step in range(AT_ONCE)]
    for name in {*names, "audience", "contentRevision", "createdAt", "state"} - place.members:
        body = built(body_of(call), place.steps, {name: "said otherwise"})
        content = json.dumps(body).encode()
        answer = await sent(app, call, content=content, headers={"Content-Type": "application/json"})
        where = f"{place.path}.{name}" if place.path else name
        assert answer.status_code == 400, (name, answer.text)
        assert where in answer.text, (where, content, answer.text)
        assert "There is no such member." in answer.text
