"""Whether a law holds does not depend on how busy the machine is: none of them has a deadline."""

from __future__ import annotations

import ast

from hypothesis import settings

from infrastructure.local.places import CHECKOUT


def test_no_law_has_a_deadline() -> None:
    assert settings().deadline is None
    given = {
        str(file.relative_to(CHECKOUT))
        for file in (CHECKOUT / "tests").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(node, ast.keyword) and node.arg == "deadline"
    }
    assert given == {"tests/conftest.py"}
