"""What items say: checked by the same schemas as in the browser, before sealing and after opening."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.protocols import Validator
from referencing import Registry, Resource

from client.crypto.errors import DataLoss, InvalidArgument, Unimplemented

SCHEMAS: Final = Path(__file__).resolve().parents[1] / "web/src/payloads/schemas"

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]

UPGRADES: Final[Mapping[str, Mapping[int, Upgrade]]] = {}
"""By the kind and the version that is left behind: pure functions, which keep what they do not know."""

# Stricter than the package's own: both clients take the same texts, and nothing that only looks like one.
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_formats = FormatChecker(formats=())


@_formats.checks("date", raises=ValueError)
def _is_day(value: object) -> bool:
    if not isinstance(value, str):
        return True
    return _DAY.fullmatch(value) is not None and bool(datetime.date.fromisoformat(value))


@_formats.checks("uuid")
def _is_id(value: object) -> bool:
    return not isinstance(value, str) or _ID.fullmatch(value) is not None


@cache
def _files() -> Mapping[str, Mapping[str, Any]]:
    return {path.name: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.json")}


@cache
def _forms() -> Mapping[str, tuple[int, Validator]]:
    """By kind its newest version."""
    resources = [(name, Resource[Any].from_contents(schema)) for name, schema in _files().items()]
    registry = Registry[Any]().with_resources(resources)
    newest: dict[str, tuple[int, Validator]] = {}
    for name, schema in _files().items():
        kind, version = name.removesuffix(".json").rsplit(".", 1)
        if kind not in newest or newest[kind][0] < int(version):
            checks = Draft202012Validator(schema, registry=registry, format_checker=_formats)
            newest[kind] = (int(version), checks)
    return newest


def version_of(kind: str) -> int:
    """The version in which a kind is written."""
    return _forms()[kind][0]


def fault(kind: str, document: Mapping[str, Any]) -> str | None:
    """The path of a member that does not fit, and never what stands there."""
    for error in _forms()[kind][1].iter_errors(dict(document)):
        path = [str(step) for step in error.absolute_path]
        if error.validator == "required":
            required, found = cast("list[str]", error.validator_value), cast("dict[str, Any]", error.instance)
            path += [name for name in required if name not in found][:1]
        return ".".join(path)
    return None


def demand_writable(kind: str, document: Mapping[str, Any]) -> int:
    """The version in which it is written. Raises `InvalidArgument` for what does not fit."""
    path = fault(kind, document)
    if path is not None:
        raise InvalidArgument(f"a {kind} cannot say this: {path or 'all of it'}")
    return version_of(kind)


def decoded(kind: str, schema: int, document: dict[str, Any]) -> dict[str, Any]:
    """Opened contents of the version that their statement names, in the newest one."""
    version = version_of(kind)
    if schema > version:
        raise Unimplemented(f"this {kind} was written by a newer version")
    if document.get("v") != schema:
        raise DataLoss("the contents are of another version than the signed one")
    for written in range(schema, version):
        document = UPGRADES[kind][written](document)
    path = fault(kind, document)
    if path is not None:
        raise DataLoss(f"this {kind} does not have its form: {path or 'all of it'}")
    return document
