"""Malformed bodies and queries, for every route: what is wrong is said by its place, and in our words."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

import httpx
import pytest
from litestar import Litestar

from api.composition.app import compose
from api.http import session_first
from api.http.identity import guard
from infrastructure.settings import load_settings
from tests.contracts.test_specification_routes import document
from tests.support.door import KEY, ORIGIN, SECRET

AUTH = "/api/auth/"
ANY_ID = "018f0000-0000-7000-8000-0000000000ff"
DECODER = re.compile(r"`|Expected|msgspec|Object (contains|missing)|Invalid (UUID|enum|RFC)|\$\.|Traceback")
HUGE = 10**400
PROTOCOL = {"$ref": "#/components/schemas/AuthError"}
NOT_JSON: Mapping[str, bytes] = {
    "nothing": b"",
    "half of an object": b"{",
    "a text that is not UTF-8": b'{"id":"\xff"}',
    "a number that is none": b'{"id":NaN}',
    "deep nesting": b"[" * 100_000,
    "a number beyond all bounds": b'{"id":1e999}',
    "half of a pair": b'{"id":"\\ud800"}',
    "a list": b"[]",
    "a text": b'"text"',
    "null": b"null",
}

_places = itertools.count(1)


class Call(NamedTuple):
    """One call of the interface, with a path that it takes."""

    method: str
    path: str
    operation: Mapping[str, Any]


class Fault(NamedTuple):
    """A body or query that is wrong in one place."""

    place: str
    value: Any


DESCRIBED = document()


def calls() -> Iterator[Call]:
    for path, methods in DESCRIBED["paths"].items():
        for method, operation in methods.items():
            if not path.startswith(("/blobs/", "/dev/")):
                yield Call(method.upper(), re.sub(r"{[^}]*}", ANY_ID, path), operation)


def resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema itself, without the null that a member may also be."""
    if "$ref" in schema:
        return resolved(DESCRIBED["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    kinds = [part for part in schema.get("oneOf", ()) if part != {"type": "null"}]
    outer = {name: value for name, value in schema.items() if name != "oneOf"}
    return {**resolved(kinds[0]), **outer} if len(kinds) == 1 else schema


def faults_of(name: str, schema: Mapping[str, Any]) -> Iterator[Fault]:
    """What a member of this form may not be."""
    schema = resolved(schema)
    kind = schema.get("type")
    if kind is None or "oneOf" in schema:
        return
    yield Fault(name, {"": 1} if kind != "object" else 7)
    yield Fault(name, [[[[[[7]]]]]] if kind != "array" else "7")
    if kind in ("string", "boolean", "array", "object"):
        yield Fault(name, HUGE)
    if kind == "integer":
        yield Fault(name, "7")
        yield Fault(name, 1.5)
        yield Fault(name, HUGE)
    if schema.get("format") == "uuid":
        yield Fault(name, "{not-an-id}")
        yield Fault(name, "0" * 5000)
    if schema.get("pattern"):
        yield Fault(name, "a\0b")
    if "enum" in schema:
        yield Fault(name, "none of these")
    if kind == "string" and schema.get("maxLength"):
        yield Fault(name, "A" * (schema["maxLength"] + 1))
    if kind == "array":
        yield from (Fault(name, [fault.value]) for fault in faults_of(name, schema["items"]))


def faults_in_body(operation: Mapping[str, Any]) -> Iterator[Fault]:
    members = resolved(operation["requestBody"]["content"]["application/json"]["schema"])["properties"]
    # The protocol below `/api/auth` overlooks members that it does not know.
    if operation["responses"]["400"]["content"]["application/json"]["schema"] != PROTOCOL:
        yield Fault("surprise", 1)
    for name, schema in members.items():
        yield from faults_of(name, schema)


WITH_BODY = [
    pytest.param(call, id=call.operation["operationId"])
    for call in calls()
    if "requestBody" in call.operation
]


def parameters_of(call: Call) -> list[dict[str, Any]]:
    return [part for part in call.operation.get("parameters", ()) if part["in"] == "query"]


WITH_QUERY = [
    pytest.param(call, id=call.operation["operationId"])
    for call in calls()
    if parameters_of(call) and PROTOCOL not in call.operation["responses"].values()
]


@pytest.fixture(scope="module")
def app(valkey_url: str) -> Iterator[Litestar]:
    """The application without its database: nothing malformed gets that far.

    Strangers are told of the session first (`test_session_first`); here they are told what others are.
    """
    settings = load_settings(
        {
            "COFFER_MODE": "development",
            "COFFER_PUBLIC_URL": ORIGIN,
            "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
            "REDIS_URL": valkey_url,
            "COFFER_AUTH_SECRET": SECRET,
            "COFFER_KEK": KEY,
            "COFFER_BLOB_SECRET": SECRET,
        }
    )
    with pytest.MonkeyPatch.context() as lifted:
        for asking in (session_first, guard):
            lifted.setattr(asking, "needs_session", lambda _handler: False)
        yield compose(settings)


async def sent(app: Litestar, call: Call, **request: Any) -> httpx.Response:
    """The answer to a request from an address of its own: this is not about limits."""
    place = next(_places)
    address = f"10.{place >> 16 & 255}.{place >> 8 & 255}.{place & 255}"
    transport = httpx.ASGITransport(app=app, client=(address, 4000))
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        return await client.request(call.method, call.path, **request)


def fields_of(answer: httpx.Response) -> list[str]:
    """The places that a refusal names."""
    assert answer.status_code == 400, answer.text
    body = answer.json()
    assert not DECODER.search(body["message"]), body["message"]
    if answer.request.url.path.startswith(AUTH):
        if "code" not in body:
            # A place to go on to that is no text has a refusal of its own, without a code.
            return [body["message"].removeprefix("Invalid ")]
        assert body["code"] in ("VALIDATION_ERROR", "BAD_REQUEST")
        return re.findall(r"\[(?:body|query)\.?([^\]\[]*)", body["message"])
    assert (body["code"], body["details"]["reason"]) == ("invalid_argument", "form")
    fields = cast("list[dict[str, str]]", body["details"]["fields"])
    for field in fields:
        assert field["rule"]
        assert field["message"].endswith(".")
        assert not DECODER.search(field["message"])
    return [field["path"] for field in fields]


@pytest.mark.parametrize("call", WITH_BODY)
async def test_what_is_no_json_object_is_refused(app: Litestar, call: Call) -> None:
    headers = {"Content-Type": "application/json"}
    for what, content in NOT_JSON.items():
        answer = await sent(app, call, content=content, headers=headers)
        if content in (b"", b"null") and answer.status_code == 401:
            continue  # A body that may be left out: the first thing missing is the session.
        assert set(fields_of(answer)) <= {""}, what


@pytest.mark.parametrize("call", WITH_BODY)
async def test_another_media_type_is_refused(app: Litestar, call: Call) -> None:
    for media_type in ("text/plain", "application/xml", "multipart/form-data; boundary=x", "", "/"):
        answer = await sent(app, call, content=b'{"a":1}', headers={"Content-Type": media_type})
        if call.path.startswith(AUTH):
            assert (answer.status_code, answer.json()["code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")
        else:
            assert (answer.status_code, answer.json()["details"]["reason"]) == (400, "content_type")


@pytest.mark.parametrize("call", WITH_BODY)
async def test_a_wrong_member_is_named(app: Litestar, call: Call) -> None:
    for fault in faults_in_body(call.operation):
        content = json.dumps({fault.place: fault.value}).encode()
        answer = await sent(app, call, content=content, headers={"Content-Type": "application/json"})
        if answer.status_code == 400 and b"1" + b"0" * 30 in content and fields_of(answer) in ([], [""]):
            continue  # A number that no JSON decoder here reads.
        named = [re.split(r"[.\[]", path)[0] for path in fields_of(answer)]
        assert fault.place in named, f"{fault} -> {answer.text[:300]}"


@pytest.mark.parametrize("call", WITH_QUERY)
async def test_a_wrong_parameter_is_named(app: Litestar, call: Call) -> None:
    asked = parameters_of(call)
    needed = {part["name"]: ANY_ID for part in asked if part.get("required")}
    for parameter in asked:
        schema, name = resolved(parameter["schema"]), parameter["name"]
        wrong = ["x", "", "1" + "0" * 40, "\0"] if schema.get("type") == "integer" else []
        wrong += ["x", "{}", "0" * 5000] if schema.get("format") == "uuid" else []
        wrong += [str(int(schema["maximum"]) + 1)] if "maximum" in schema else []
        wrong += ["A" * (schema["maxLength"] + 1)] if "maxLength" in schema else []
        for value in wrong:
            answer = await sent(app, call, params={**needed, name: value})
            assert name in fields_of(answer), (name, value, answer.text)


async def test_what_is_needed_and_missing_is_named(app: Litestar) -> None:
    missing = Call("GET", "/roles/bundle", {})
    assert set(fields_of(await sent(app, missing))) == {"devicePublicKeyB64u", "roleId"}


async def test_an_id_in_a_path_that_is_none_is_not_found(app: Litestar) -> None:
    for name in ("x", "1", "a" * 300, "%00", "%ff", "%7B%7D"):
        answer = await sent(app, Call("GET", f"/users/{name}", {}))
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
