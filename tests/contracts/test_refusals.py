"""Every refusal is a sentence for the person, and a stable word for the program."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from domain import errors
from infrastructure.local.places import CHECKOUT

LAYERS = ("domain", "application", "projections", "infrastructure", "api")
KINDS = {
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, errors.Refused)
}
SENTENCE = re.compile(r"([A-Z]|\{\}).*[.!?]")
REASON = re.compile(r"[a-z][a-z0-9_]*")
# The words of the specification and of `auth-wire.md` section 11, as they stand there.
GIVEN = {
    "Invalid email",
    "Passkey not found",
    "User not found",
    "Authentication failed",
    "You are not allowed to access resource: {}",
}


class Refusal(NamedTuple):
    place: str
    sentence: str | None
    reason: str | None


def refusals() -> Iterator[Refusal]:
    """What is said wherever the code refuses something in words of its own."""
    for layer in LAYERS:
        for file in sorted((CHECKOUT / layer).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS:
                    reason = next((k.value for k in node.keywords if k.arg == "reason"), None)
                    place = f"{file.relative_to(CHECKOUT)}:{node.lineno}"
                    yield Refusal(place, _text(node.args[0] if node.args else None), _text(reason))


def _text(node: ast.expr | None) -> str | None:
    """A text that stands in the code; what is filled in later is a pair of braces."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


ALL = list(refusals())


def test_the_refusals_are_found() -> None:
    assert len(ALL) > 200
    assert sum(refusal.sentence is not None for refusal in ALL) > 180


@pytest.mark.parametrize("refusal", [r for r in ALL if r.sentence is not None], ids=lambda r: r.place)
def test_a_refusal_is_a_sentence(refusal: Refusal) -> None:
    assert refusal.sentence in GIVEN or SENTENCE.fullmatch(refusal.sentence or "")


@pytest.mark.parametrize("refusal", [r for r in ALL if r.reason is not None], ids=lambda r: r.place)
def test_a_reason_is_a_word_for_programs(refusal: Refusal) -> None:
    assert REASON.fullmatch(refusal.reason or "")
