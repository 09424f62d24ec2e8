"""The domain is a function of its arguments: it reads no clock, no chance, no file and no line."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from infrastructure.local.places import CHECKOUT

FILES = sorted((CHECKOUT / "domain").rglob("*.py"))
# The standard library as far as it computes. `zoneinfo` reads a table that comes with the product.
PURE = {
    *("__future__", "base64", "calendar", "collections", "dataclasses", "datetime", "functools", "hashlib"),
    *("itertools", "math", "msgspec", "re", "struct", "typing", "unicodedata", "uuid", "zoneinfo", "domain"),
}
# Of the pure modules, what asks for the time or for chance.
IMPURE = {"now", "utcnow", "today", "uuid1", "uuid4", "uuid6", "uuid7", "getnode"}


def asked_for(file: Path) -> set[str]:
    """The modules a file imports, and the impure members of any that it names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        match node:
            case ast.Import(names=names):
                found |= {name.name.split(".")[0] for name in names}
            case ast.ImportFrom(module=str(module), names=names):
                found.add(module.split(".")[0])
                found |= {name.name for name in names if name.name in IMPURE}
            case ast.Call(func=ast.Attribute(attr=attr)) if attr in IMPURE:
                found.add(attr)
            case ast.Call(func=ast.Name(id="open" | "input" | "print" as name)):
                found.add(name)
            case _:
                pass
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CHECKOUT)))
def test_it_reads_nothing_but_its_arguments(file: Path) -> None:
    assert asked_for(file) - PURE == set()


def test_a_reader_of_clocks_would_be_found(tmp_path: Path) -> None:
    for source in (
        "from datetime import datetime\nnow = datetime.now()",
        "from uuid import uuid4",
        "import time",
        "import random",
        "open('x')",
    ):
        file = tmp_path / "module.py"
        file.write_text(source)
        assert asked_for(file) - PURE
