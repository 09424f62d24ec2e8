"""Bodies under `/api/auth`: read once, and every problem of them named (auth-wire.md section 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import parse_qsl

import msgspec

from api.http.forms import problems_in
from api.http.identity.errors import AuthRefused

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


def decoded(raw: bytes, media_type: str, *, form_allowed: bool) -> dict[str, Any] | None:
    """The members of a body; None when there is none."""
    if not raw:
        return None
    if media_type != JSON and not (form_allowed and media_type == FORM):
        allowed = f"{JSON}, {FORM}" if form_allowed else JSON
        message = f'Content-Type "{media_type}" is not allowed. Allowed types: {allowed}'
        raise AuthRefused(415, "UNSUPPORTED_MEDIA_TYPE", message)
    try:
        if media_type == FORM:
            pairs = parse_qsl(raw.decode(), keep_blank_values=True, max_num_fields=50)
            return {name: _SAID.get(value, value) if name in _SWITCHES else value for name, value in pairs}
        body: Any = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError):
        raise AuthRefused(400, "BAD_REQUEST", "Invalid JSON in request body") from None
    if not isinstance(body, dict):
        raise _problems(["[body] This has to be an object."])
    return cast("dict[str, Any]", body)


# A form has text only. Somebody may be called "true", so only what is a switch is read as one.
_SWITCHES = frozenset({"rememberMe"})
_SAID: Mapping[str, bool] = {"true": True, "false": False}


def check_members(body: Mapping[str, Any] | None, shape: type[msgspec.Struct]) -> None:
    """Name every member that is missing, of another type or unknown, one clause for each."""
    if body is None:
        raise _problems(["[body] A body is needed."])
    if problems := problems_in(body, shape):
        raise _problems([f"[body.{path}] {message}" for path, _, message in problems])


def _problems(clauses: list[str]) -> AuthRefused:
    return AuthRefused(400, "VALIDATION_ERROR", "; ".join(clauses))
