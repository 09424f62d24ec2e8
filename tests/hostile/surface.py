"""Where a hostile server can lie: every member of every answer, out of OpenAPI, and of every frame.

Run as a module it prints the whole as JSON, for the machine in the browser tests.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, cast

import msgspec

from api.cli.dev import READS, document
from api.realtime.frames import Changed, Frame, Hello, NoticeTold, Ping, Resync, SessionTold

METHODS = ("get", "post", "put", "patch", "delete")
FRAMES: Final[tuple[type[Frame], ...]] = (Hello, Changed, NoticeTold, SessionTold, Resync, Ping)
SOCKET = "SOCKET"

Schema = dict[str, Any]


class Member(NamedTuple):
    """`path` has `[]` for each element of a list and `*` for each value of a map.

    `example` is what a server could invent where it has nothing to show: a value that its schema allows, with
    all that can be in it. `values` are those of an enumeration.
    """

    path: str
    type: str
    format: str | None
    example: Any
    values: list[Any]


class Operation(NamedTuple):
    id: str
    method: str
    path: str
    reads: bool
    members: list[Member]


def surface() -> list[Operation]:
    """Every operation of the product with the members of its answers, and every frame."""
    described = document()
    schemas: dict[str, Schema] = described["components"]["schemas"]
    return sorted([*_operations(described["paths"], schemas), *_frames()], key=lambda one: one.id)


def _frames() -> Iterator[Operation]:
    for frame in FRAMES:
        described = msgspec.json.schema(frame, ref_template="{name}")
        yield Operation(
            f"frame {frame.__struct_config__.tag}",
            SOCKET,
            "/socket/stream",
            True,
            _all_members([described], described["$defs"]),
        )


def _operations(paths: dict[str, Any], schemas: dict[str, Schema]) -> Iterator[Operation]:
    for path, methods in paths.items():
        for method in METHODS:
            if method not in methods:
                continue
            said = methods[method]
            name: str = said["operationId"]
            reads = method == "get" or name.startswith(READS)
            members = _all_members(_answers(said["responses"]), schemas)
            yield Operation(name, method.upper(), path, reads, members)


def _all_members(answers: Iterable[Schema], schemas: dict[str, Schema]) -> list[Member]:
    found: dict[str, Member] = {}
    for schema in answers:
        for member in _members(schema, "", schemas, ()):
            found.setdefault(member.path, member)
    return sorted(found.values(), key=lambda one: one.path)


def _answers(responses: dict[str, Any]) -> Iterator[Schema]:
    for status, response in responses.items():
        if status.startswith("2"):
            for media in response.get("content", {}).values():
                if "schema" in media:
                    yield media["schema"]


def _members(
    schema: Schema, path: str, schemas: dict[str, Schema], above: tuple[str, ...]
) -> Iterator[Member]:
    if name := schema.get("$ref"):
        if name in above:
            return
        yield from _members(schemas[name.rsplit("/", 1)[-1]], path, schemas, (*above, name))
    for choice in (*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from _members(choice, path, schemas, above)
    for name, inner in schema.get("properties", {}).items():
        below = f"{path}.{name}" if path else name
        yield _member(below, inner, schemas, above)
        yield from _members(inner, below, schemas, above)
    if isinstance(further := schema.get("additionalProperties"), dict):
        below = f"{path}.*" if path else "*"
        yield _member(below, further, schemas, above)
        yield from _members(further, below, schemas, above)
    for element in (*schema.get("prefixItems", ()), *([schema["items"]] if "items" in schema else [])):
        yield from _members(element, f"{path}[]", schemas, above)


def _member(path: str, schema: Schema, schemas: dict[str, Schema], above: tuple[str, ...]) -> Member:
    said = _said(schema, schemas)
    example = _example(schema, path, schemas, above)
    return Member(path, _kind(said), said.get("format"), example, _values(said))


def _kind(schema: Schema) -> str:
    """The first type that is not null."""
    kinds: str | list[str] = schema.get("type", "object")
    return kinds if isinstance(kinds, str) else next((one for one in kinds if one != "null"), "null")


def _values(schema: Schema) -> list[Any]:
    values: list[Any] = schema.get("enum", [schema["const"]] if "const" in schema else [])
    return [value for value in values if value is not None]


def _said(schema: Schema, schemas: dict[str, Schema]) -> Schema:
    """What it comes to, of several choices the first that is not null."""
    while name := schema.get("$ref"):
        schema = schemas[name.rsplit("/", 1)[-1]]
    return next(
        (said for choice in _choices(schema) if _kind(said := _said(choice, schemas)) != "null"), schema
    )


def _choices(schema: Schema) -> list[Schema]:
    return [*schema.get("oneOf", ()), *schema.get("anyOf", ())]


EXAMPLES: Final = {
    "date": "2031-05-06",
    "date-time": "2031-05-06T07:08:09.000Z",
    "uuid": "0190a0a0-0000-7000-8000-00000000c0de",
    "email": "invented@example.test",
    "uri": "https://invented.example.test/",
}
OF_TYPE: Final[dict[str, Any]] = {"integer": 7, "number": 7.5, "boolean": True}


def _example(schema: Schema, path: str, schemas: dict[str, Schema], above: tuple[str, ...]) -> Any:
    """An invented value; what holds itself ends where it comes again."""
    if name := schema.get("$ref"):
        inner = schemas[name.rsplit("/", 1)[-1]]
        return None if name in above else _example(inner, path, schemas, (*above, name))
    for choice in _choices(schema):
        if _kind(_said(choice, schemas)) != "null":
            return _example(choice, path, schemas, above)
    if values := _values(schema):
        return values[-1]
    match _kind(schema):
        case "object":
            return dict(_properties(schema, path, schemas, above))
        case "array":
            items: list[Schema] = [*schema.get("prefixItems", ()), *filter(None, [schema.get("items")])]
            return [_example(each, path, schemas, above) for each in items]
        case "string":
            usual = "aW52ZW50ZWQ" if path.endswith("B64u") else "Invented"
            return EXAMPLES.get(schema.get("format", ""), usual)
        case kind:
            return OF_TYPE.get(kind)


def _properties(
    schema: Schema, path: str, schemas: dict[str, Schema], above: tuple[str, ...]
) -> Iterator[tuple[str, Any]]:
    for key, inner in schema.get("properties", {}).items():
        yield key, _example(inner, key, schemas, above)
    for part in schema.get("allOf", ()):
        yield from (_example(part, path, schemas, above) or {}).items()
    further = schema.get("additionalProperties")
    if isinstance(further, dict):
        yield "invented", _example(cast("Schema", further), "", schemas, above)


if __name__ == "__main__":
    json.dump(
        [{**one._asdict(), "members": [m._asdict() for m in one.members]} for one in surface()], sys.stdout
    )
