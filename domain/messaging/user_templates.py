"""What members can have written for them: templates of the class `user`, and what each has to be told."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Literal, NamedTuple

from domain.errors import InvalidArgument

UserTemplate = Literal["note", "document_request", "reminder"]
Kind = Literal["line", "text", "day"]

MAX_LINE, MAX_TEXT = 200, 2000


class Parameter(NamedTuple):
    """A `line` has no breaks, a `text` may; a `day` is written as in ISO 8601."""

    kind: Kind
    required: bool = True


USER_TEMPLATES: Mapping[UserTemplate, Mapping[str, Parameter]] = {
    "note": {"message": Parameter("text")},
    "document_request": {
        "documents": Parameter("text"),
        "due": Parameter("day", required=False),
        "message": Parameter("text", required=False),
    },
    "reminder": {
        "about": Parameter("line"),
        "due": Parameter("day", required=False),
        "message": Parameter("text", required=False),
    },
}

# Invisible, and part of how names are written in Persian, Arabic and emoji.
_JOINERS = {0x200C: None, 0x200D: None}
_BREAKS = {0x09: None, 0x0A: None}


def is_line(text: str) -> bool:
    """Whether it stays in its line, and shows all that it is."""
    return text.translate(_JOINERS).isprintable()


def is_text(text: str) -> bool:
    return text.translate(_JOINERS | _BREAKS).isprintable()


def checked(template: UserTemplate, given: Mapping[str, str]) -> dict[str, str]:
    """What a template is told, every member there; what was left out is empty."""
    expected = USER_TEMPLATES[template]
    if unknown := sorted(given.keys() - expected.keys()):
        raise _wrong(unknown[0], "unknown")
    for name, parameter in expected.items():
        value = given.get(name, "")
        if not value.strip():
            if parameter.required:
                raise _wrong(name, "required")
        elif not _fits(parameter.kind, value):
            raise _wrong(name, parameter.kind)
    return {name: given.get(name, "").strip() for name in expected}


def _fits(kind: Kind, value: str) -> bool:
    match kind:
        case "line":
            return len(value) <= MAX_LINE and is_line(value)
        case "text":
            return len(value) <= MAX_TEXT and is_text(value)
        case "day":
            return _is_day(value)


def _is_day(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _wrong(name: str, rule: str) -> InvalidArgument:
    return InvalidArgument(
        "The email cannot be written with these values.",
        reason="params",
        fields=[{"path": f"params.{name}", "rule": rule, "message": f"{name} does not fit."}],
    )
