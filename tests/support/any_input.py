"""Requests of every form: right by the interface's own description, nearly right, and not at all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote, urlencode
from uuid import UUID

DEEPEST = 6
MOST_TEXTS = 12
WORD = "ABCDEFGHabcdefgh01234567-_"
# What breaks programs: ends of ranges, signs that databases refuse, halves of pairs, wrong encodings.
JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    2**31,
    2**53,
    2**63,
    2**64,
    10**400,
    -(2**63) - 1,
    1e308,
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "a\udfffb",
    "\u202e\u0007",
    "a" * 5000,
    "é" * 300,
    "A",
    "AA=",
    "A+/A",
    "2026-02-30",
    "9999-12-31T23:59:59.999Z",
    "0000-00-00T00:00:00Z",
    "00000000-0000-0000-0000-000000000000",
    "018f0000-0000-7000-8000-0000000000ff",
    "{018F0000-0000-7000-8000-0000000000FF}",
    [],
    {},
    [None],
    [[[[[[]]]]]],
    {"": {"": None}},
    {"event": "x", "$type": "y", "__proto__": []},
)
BODIES: tuple[bytes, ...] = (
    b"",
    b"{",
    b"null",
    b"[]",
    b'"text"',
    b"NaN",
    b'{"a":NaN}',
    b'{"a":1,"a":2}',
    b"\xff\xfe",
    b'{"id":"\xff"}',
    b"[" * 5000,
    b'{"id":1e999}',
    b"\xef\xbb\xbf{}",
)
PIECES = ("%00", "%ff", "..", "%2e%2e", "a" * 300, "%F0%9F%9C%81", "-1", "null", "{}", "%0d%0a", "%ed%a0%80")
HEADERS = {
    "If-Match": ('"1"', '"0"', "*", '"99999999999"', "1", '"\x7f"', 'W/"1"'),
    "Idempotency-Key": ("a", "a" * 256, "\t", "key with blanks"),
    "X-Account-Id": ("00000000-0000-0000-0000-000000000000", "x", ""),
    "X-Tab-Id": ("x", "018f0000-0000-7000-8000-0000000000ff", "\xe9"),
    "X-Min-Position": ("-1", "x", "1" * 30, "\xb2"),
    "Content-Type": ("text/plain", "application/json; charset=utf-16", "application/x-msgpack", "", "/"),
    "Accept": ("text/html", "*/*;q=x", "application/xml"),
    "Range": ("bytes=0-", "bytes=5-1", "bytes=-0", "lines=1"),
    "X-Forwarded-For": ("x", "1.2.3.4, ::1", "," * 50),
}


@dataclass
class Sample:
    """Values that are at home in the installation, by the name of the member that held them."""

    values: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])
    bodies: dict[tuple[str, str], list[Any]] = field(default_factory=dict[tuple[str, str], list[Any]])
    """What was really sent, by method and path."""

    def note(self, method: str, path: str, content: bytes) -> None:
        """Take over a request that was carried out."""
        if content:
            body = json.loads(content)
            self.bodies.setdefault((method, path), []).append(body)
            self.learn(body)

    def learn(self, content: Any) -> None:
        """Take over all that an answer holds."""
        if isinstance(content, list):
            for item in content:
                self.learn(item)
        elif isinstance(content, dict):
            for name, value in content.items():
                known = self.values.setdefault(name, [])
                if value not in known and len(known) < 12:
                    known.append(value)
                self.learn(value)

    def ids(self) -> list[Any]:
        named = (known for name, known in self.values.items() if name.lower().endswith("id"))
        return [value for known in named for value in known if is_uuid(value)]

    def like(self, name: str, schema: Mapping[str, Any]) -> list[Any]:
        """Values of members of this name that could be of this form."""
        known = self.values.get(_camel(name), ())
        return [value for value in known if schema.get("format") != "uuid" or is_uuid(value)]


@dataclass(frozen=True)
class Sent:
    """A request as it goes over the wire."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes

    @property
    def raw_headers(self) -> list[tuple[bytes, bytes]]:
        return [(name.encode(), value.encode("latin-1")) for name, value in self.headers.items()]

    def __str__(self) -> str:
        return f"{self.method} {self.url} {dict(self.headers)} {self.content[:1500]!r}"


@dataclass
class Requests:
    """Makes requests for the calls of an OpenAPI document."""

    document: Mapping[str, Any]
    sample: Sample

    def calls(self) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                yield method.upper(), path, operation

    def make(self, method: str, path: str, operation: Mapping[str, Any], random: Random) -> Sent:
        """One request; about a third is right in form, and the rest is wrong in one place."""
        wrong = random.choice(("", "", "body", "body", "body", "raw", "query", "path", "header"))
        query: list[tuple[str, str]] = []
        address = path
        for parameter in operation.get("parameters", ()):
            name, schema = parameter["name"], parameter["schema"]
            if parameter["in"] == "path":
                junk = wrong == "path"
                piece = random.choice(PIECES) if junk else quote(str(self._value(schema, random, name)), "")
                address = address.replace(f"{{{name}}}", piece)
            elif parameter.get("required") or random.random() < 0.5:
                value = random.choice(JUNK) if wrong == "query" else self._value(schema, random, name)
                query.append((name, value if isinstance(value, str) else json.dumps(value)))
        if wrong == "query":
            query.append(("more", "1"))
        headers = {"Content-Type": "application/json"}
        if wrong == "header":
            name = random.choice(sorted(HEADERS))
            headers[name] = random.choice(HEADERS[name])
        address += "?" + urlencode(query, errors="surrogatepass") if query else ""
        bodies = self.sample.bodies.get((method, path), [])
        return Sent(method, address, headers, self._body(operation, bodies, wrong, random))

    def poisoned(
        self, method: str, path: str, operation: Mapping[str, Any], random: Random
    ) -> Iterator[Sent]:
        """A right request, once for every text in its body, with a text there that no database takes."""
        if "requestBody" not in operation:
            return
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        for body in (*self.sample.bodies.get((method, path), [])[:1], self._value(schema, random, "")):
            for place in list(texts_in(body))[:MOST_TEXTS]:
                right = self.make(method, path, {**operation, "requestBody": None}, random)
                for poison in ("\0", "a\0b", "\ud800"):
                    content = json.dumps(put(body, place, poison)).encode()
                    yield Sent(method, right.url, {"Content-Type": "application/json"}, content)

    def _body(self, operation: Mapping[str, Any], sent: list[Any], wrong: str, random: Random) -> bytes:
        if not operation.get("requestBody"):
            return b"" if random.random() < 0.8 else random.choice(BODIES)
        if wrong == "raw":
            return random.choice(BODIES)
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        value = random.choice(sent) if sent and random.random() < 0.6 else self._value(schema, random, "")
        if wrong == "body":
            value = spoiled(value, random)
        return json.dumps(value).encode()

    def _value(self, schema: Mapping[str, Any], random: Random, name: str, depth: int = 0) -> Any:
        """A value that the schema takes, as far as it says; often one that is really there."""
        known = self.sample.like(name, schema)
        if known and random.random() < 0.6:
            return random.choice(known)
        if "$ref" in schema:
            schema = self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        for choice in ("oneOf", "anyOf"):
            if choice in schema:
                return self._value(random.choice(schema[choice]), random, name, depth)
        if "enum" in schema:
            return random.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type", "null")
        match random.choice(kind) if isinstance(kind, list) else kind:
            case "object":
                return self._object(schema, random, depth)
            case "array":
                least = schema.get("minItems", 0)
                size = least if depth > DEEPEST else random.randint(least, least + 2)
                items = schema.get("items", {})
                return [self._value(items, random, name, depth + 1) for _ in range(size)]
            case "string":
                return self._text(schema, random)
            case "integer" | "number":
                least, most = int(schema.get("minimum", 0)), int(schema.get("maximum", 2**31))
                return random.choice((least, most, random.randint(least, most), least + 1))
            case "boolean":
                return random.random() < 0.5
            case _:
                return None

    def _object(self, schema: Mapping[str, Any], random: Random, depth: int) -> dict[str, Any]:
        required = schema.get("required", ())
        made = {
            name: self._value(inner, random, name, depth + 1)
            for name, inner in schema.get("properties", {}).items()
            if name in required or (depth <= DEEPEST and random.random() < 0.6)
        }
        others = schema.get("additionalProperties")
        if isinstance(others, dict) and others and depth <= DEEPEST:
            made |= {word: self._value(others, random, word, depth + 1) for word in ("state", "document")}
        return made

    def _text(self, schema: Mapping[str, Any], random: Random) -> str:
        match schema.get("format"):
            case "uuid":
                ids = self.sample.ids()
                known = ids and random.random() < 0.7
                return random.choice(ids) if known else str(UUID(int=random.getrandbits(128)))
            case "date-time":
                return random.choice(("2031-05-06T07:08:09Z", "2026-01-31T00:00:00.5+02:00"))
            case "date":
                return random.choice(("2031-05-06", "2024-02-29"))
            case _:
                length = _length_of(schema, random)
                return "".join(random.choice(WORD) for _ in range(length))


Place = tuple[Any, ...]


def texts_in(value: Any, place: Place = ()) -> Iterator[Place]:
    """Where texts stand in a body."""
    if isinstance(value, str):
        yield place
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from texts_in(inner, (*place, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from texts_in(inner, (*place, index))


def put(value: Any, place: Place, text: str) -> Any:
    """The same body with another text in this place."""
    if not place:
        return text
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = put(copy[place[0]], place[1:], text)
    return copy


def is_uuid(value: Any) -> bool:
    return (
        isinstance(value, str)
        and re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", value) is not None
    )


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def _length_of(schema: Mapping[str, Any], random: Random) -> int:
    """The length that a pattern counts, or one between the ends."""
    pattern = schema.get("pattern", "")
    counted = pattern.partition("]{")[2].partition("}")[0]
    if counted.isdigit():
        return int(counted)
    least = schema.get("minLength", 0)
    return random.randint(least, min(schema.get("maxLength", 40), least + 40))


def spoiled(value: Any, random: Random) -> Any:
    """The same with one thing wrong somewhere in it."""
    inner: list[Any] = []
    if isinstance(value, dict | list):
        inner = list(value) if isinstance(value, dict) else list(range(len(value)))
    if inner and random.random() < 0.75:
        key = random.choice(inner)
        copy = dict(value) if isinstance(value, dict) else list(value)
        match random.random():
            case chance if chance < 0.12:
                del copy[key]
            case chance if chance < 0.2 and isinstance(copy, dict):
                copy["more"] = random.choice(JUNK)
            case _:
                copy[key] = spoiled(copy[key], random)
        return copy
    if isinstance(value, str) and value and random.random() < 0.4:
        at = random.randrange(len(value))
        return value[:at] + random.choice(("", "A", "\0", "\ud800", "=", "é")) + value[at + 1 :]
    return random.choice(JUNK)
