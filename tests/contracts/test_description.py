"""What `/openapi.json` promises: one shape for all refusals, and no member that could be anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from tests.contracts.test_specification_routes import document

AUTH = "/api/auth/"
ERROR = {"$ref": "#/components/schemas/ErrorBody"}
AUTH_ERRORS = (
    {"$ref": "#/components/schemas/AuthError"},
    {"$ref": "#/components/schemas/AuthErrorBody"},
)
# Says what is not ready in the shape in which it says that all is.
HEALTH = ("/health", "503")


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return document()


def refusals(described: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Path, status and shape of every refusal."""
    for path, methods in described["paths"].items():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                if status >= "400":
                    (media_type,) = response["content"]
                    assert media_type == "application/json"
                    yield path, status, response["content"][media_type]["schema"]


def schemas_in(part: Any, place: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(part, dict):
        schema = cast("dict[str, Any]", part)
        yield place, schema
        for name, value in schema.items():
            if name not in ("default", "examples", "example", "enum", "const"):
                yield from schemas_in(value, f"{place}/{name}")
    elif isinstance(part, list):
        for number, value in enumerate(cast("list[Any]", part)):
            yield from schemas_in(value, f"{place}/{number}")


def test_every_refusal_has_the_error_body(described: dict[str, Any]) -> None:
    found = list(refusals(described))
    assert len(found) > 300
    other = [
        (path, status)
        for path, status, schema in found
        if (schema not in AUTH_ERRORS if path.startswith(AUTH) else schema != ERROR)
    ]
    assert other == [HEALTH]


def test_every_route_says_how_it_refuses(described: dict[str, Any]) -> None:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            expected = {"400", "429"}
            if not path.startswith(AUTH):
                expected |= {"404", "500", "503"}
                expected |= {"409", "413"} if method in ("post", "put", "patch", "delete") else set()
            assert expected <= operation["responses"].keys(), (method, path)


def test_the_error_body_is_that_of_the_specification(described: dict[str, Any]) -> None:
    body = described["components"]["schemas"]["ErrorBody"]
    assert body["properties"].keys() == {"code", "message", "details"}
    assert "permission_denied" in body["properties"]["code"]["enum"]
    assert len(body["properties"]["code"]["enum"]) == 17


def test_no_member_can_be_anything_by_mistake(described: dict[str, Any]) -> None:
    for place, schema in schemas_in(described):
        for joint in ("oneOf", "anyOf", "allOf"):
            assert {} not in schema.get(joint, ()), place
        if schema.get("type") == "array":
            assert schema.get("items") or schema.get("prefixItems"), place


def test_a_list_says_what_it_holds_and_how_many(described: dict[str, Any]) -> None:
    ids = described["components"]["schemas"]["DocumentIds"]["properties"]["ids"]
    assert ids["items"] == {"type": "string", "format": "uuid"}
    assert (ids["type"], ids["maxItems"]) == ("array", 500)


def test_whatever_can_be_asked_for_in_parts_is_also_answered_as_rows(described: dict[str, Any]) -> None:
    in_rows: dict[str, Any] = {}
    in_parts: set[str] = set()
    for methods in described["paths"].values():
        for operation in methods.values():
            for response in operation["responses"].values():
                if "application/vnd.coffer.rows" in response.get("content", {}):
                    in_rows[operation["operationId"]] = response["content"]
            asked = [parameter["name"] for parameter in operation.get("parameters") or ()]
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
            asked += described["components"]["schemas"].get(name, {}).get("properties", {})
            if {"ids", "parts"} <= set(asked):
                in_parts.add(operation["operationId"])
    assert (
        in_rows.keys()
        == in_parts
        == {
            *("listContacts", "getContacts", "listVendors", "listProfiles", "listSavedFilters"),
            *("listDocuments", "getDocuments", "listTasks"),
        }
    )
    for content in in_rows.values():
        assert content["application/vnd.coffer.rows"]["schema"] == {"type": "string", "format": "binary"}
        assert "$ref" in content["application/json"]["schema"]
