"""Where a hostile server can lie: every member of every answer, generated out of the OpenAPI document.

Run as a module it prints the whole as JSON, for the machine in the browser tests.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from api.cli.dev import READS, document

METHODS = ("get", "post", "put", "patch", "delete")

Schema = dict[str, Any]


class Member(NamedTuple):
    """`path` has `[]` for each element of a list and `*` for each value of a map."""

    path: str
    type: str
    format: str | None = None


class Operation(NamedTuple):
    id: str
    method: str
    path: str
    reads: bool
    members: list[Member]


def surface() -> list[Operation]:
    """Every operation of the product with the members of what it answers when all is well."""
    described = document()
    schemas: dict[str, Schema] = described["components"]["schemas"]
    return sorted(_operations(described["paths"], schemas))


def _operations(paths: dict[str, Any], schemas: dict[str, Schema]) -> Iterator[Operation]:
    for path, methods in paths.items():
        for method in METHODS:
            if method not in methods:
                continue
            said = methods[method]
            found: dict[str, Member] = {}
            for schema in _answers(said["responses"]):
                for member in _members(schema, "", schemas, ()):
                    found.setdefault(member.path, member)
            name: str = said["operationId"]
            yield Operation(
                name, method.upper(), path, method == "get" or name.startswith(READS), sorted(found.values())
            )


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
        kind, form = _kind(inner, schemas)
        yield Member(below, kind, form)
        yield from _members(inner, below, schemas, above)
    if isinstance(further := schema.get("additionalProperties"), dict):
        below = f"{path}.*" if path else "*"
        kind, form = _kind(further, schemas)
        yield Member(below, kind, form)
        yield from _members(further, below, schemas, above)
    for element in (*schema.get("prefixItems", ()), *([schema["items"]] if "items" in schema else [])):
        yield from _members(element, f"{path}[]", schemas, above)


def _kind(schema: Schema, schemas: dict[str, Schema]) -> tuple[str, str | None]:
    """The first type that is not null."""
    while name := schema.get("$ref"):
        schema = schemas[name.rsplit("/", 1)[-1]]
    for choice in (*schema.get("oneOf", ()), *schema.get("anyOf", ())):
        kind, form = _kind(choice, schemas)
        if kind != "null":
            return kind, form
    kinds = schema.get("type", "object")
    kind = next((one for one in kinds if one != "null"), "null") if isinstance(kinds, list) else kinds
    return str(kind), schema.get("format")


if __name__ == "__main__":
    json.dump(
        [{**one._asdict(), "members": [m._asdict() for m in one.members]} for one in surface()], sys.stdout
    )
