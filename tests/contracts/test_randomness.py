"""What nobody may guess comes from the operating system; no part of the product asks a weaker source."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator
from pathlib import Path

from infrastructure.identity.tokens import RandomTokens
from infrastructure.local.places import CHECKOUT

LAYERS = ("api", "application", "domain", "infrastructure", "projections", "client")
WEAK = {"random", "numpy.random"}
# How long to wait before trying again: a guess of that is worth nothing.
JITTER = {"application/commands.py"}
# What people of the demo are said to have: the same in every installation. Its keys and passwords are drawn.
DEMO = {"client/demo/dice.py"}


def imports_of(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_no_secret_comes_from_a_weak_source():
    files = [file for layer in LAYERS for file in (CHECKOUT / layer).rglob("*.py")]
    weak = {str(file.relative_to(CHECKOUT)) for file in files if WEAK & set(imports_of(file))}
    assert weak == JITTER | DEMO
    strong = {str(file.relative_to(CHECKOUT)) for file in files if "secrets" in imports_of(file)}
    assert {
        "infrastructure/identity/tokens.py",
        "infrastructure/identity/codes.py",
        "client/demo/program.py",
    } <= strong


def test_the_secret_of_a_session_has_more_than_128_bits_and_comes_once():
    tokens = [RandomTokens().token() for _ in range(2_000)]
    assert len(set(tokens)) == len(tokens)
    letters = set("".join(tokens))
    assert all(re.fullmatch(r"[A-Za-z0-9]{32}", token) for token in tokens)
    assert 32 * math.log2(len(letters)) > 128
