"""docs/authentication.md says what the code does: its numbers, its words, its ways in."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest

from api.http.identity import guard
from application.identity.password_rules import MAX_PASSWORD, MIN_PASSWORD
from application.identity.ports import Rule
from application.identity.proofs import GUESS_BUDGET, MAIL_BUDGET, PASSWORD_BUDGET
from application.identity.session_secrets import OVERLAP
from domain.identity import sessions
from domain.oversight.suspicion.thresholds import Thresholds
from infrastructure.identity import ceremonies, codes
from infrastructure.identity.known_passwords import PRODUCT, FrequentPasswords
from infrastructure.identity.tokens import LENGTH
from infrastructure.local.places import CHECKOUT

PAGE = " ".join((CHECKOUT / "docs" / "authentication.md").read_text().split())
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
LIMITS = Thresholds()


def in_time(rule: Rule, unit: str) -> str:
    return f"{rule.most} in {rule.seconds} {unit}"


@pytest.mark.parametrize(
    "said",
    [
        f"good once and for {codes.LIFE // MINUTE} minutes",
        f"a challenge that is good once and for {ceremonies.LIFE // MINUTE} minutes",
        f"| {in_time(guard.rule_for('/sign-in/email'), 'seconds')} |",
        f"| {in_time(guard.rule_for('/email-otp/verify-email'), 'seconds')} |",
        f"| {in_time(guard.rule_for('/get-session'), 'seconds')} |",
        f"| {GUESS_BUDGET[0].most} in an hour; a new code gives none back |",
        f"| {MAIL_BUDGET[0].most} in a minute, {MAIL_BUDGET[1].most} in an hour |",
        f"| {PASSWORD_BUDGET[0].most} wrong ones in {PASSWORD_BUDGET[0].seconds // 60} minutes |",
        f"{LIMITS.otp_brute_force.count} wrong codes in {LIMITS.otp_brute_force.minutes} minutes",
        f"{LIMITS.password_brute_force.count} wrong passwords make strangers wait",
        f"{LIMITS.password_spray.addresses} addresses or {LIMITS.credential_stuffing.count} failures",
        f"From {MIN_PASSWORD} to {MAX_PASSWORD} characters",
        f"{len(FrequentPasswords()):,} passwords of past breaches",
        f"the name of the product: `{PRODUCT}`",
        f"A secret of {LENGTH} random letters",
        f"after {sessions.LIFE // DAY} days; after {sessions.SHORT_LIFE // DAY} day where",
        f"{sessions.LONGEST // DAY} days after the last proof, however much it is used",
        f"{sessions.FRESH // HOUR} hours after the last proof |",
        f"{sessions.STEP_UP // MINUTE} minutes after the last proof that counts",
        f"until the next proof in it; then another {OVERLAP.seconds} seconds",
        f"| impersonation | {sessions.IMPERSONATION // MINUTE} minutes,",
    ],
)
def test_a_number_is_that_of_the_code(said: str):
    assert said in PAGE


# Which methods make the cookie of a session: what calls one of these is a way in.
OPENING = {"begun", "looking"}


def ways_in() -> Iterator[str]:
    """The paths whose handlers open a session, as the code has them."""
    for file in sorted((CHECKOUT / "api" / "http" / "identity").glob("*.py")):
        tree = ast.parse(file.read_bytes())
        opening = set(OPENING)
        functions = [n for n in ast.walk(tree) if isinstance(n, ast.AsyncFunctionDef)]
        # A helper of the same file that opens one makes its callers ways in as well.
        for _ in range(3):
            opening |= {f.name for f in functions if f.name.startswith("_") and calls(f) & opening}
        for function in functions:
            if calls(function) & opening:
                yield from paths_of(function)


def calls(function: ast.AsyncFunctionDef) -> set[str]:
    called = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return {f.attr if isinstance(f, ast.Attribute) else getattr(f, "id", "") for f in called}


def paths_of(function: ast.AsyncFunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and decorator.args:
            yield str(ast.literal_eval(decorator.args[0]))


def test_every_way_in_is_on_the_page_and_no_other():
    table = (CHECKOUT / "docs" / "authentication.md").read_text().split("## Against guessing")[0]
    written = {re.sub(r"\{.*?\}", "", path) for path in re.findall(r"`(/[^`]+)`", table)}
    found = {re.sub(r"\{.*?\}", "", path) for path in ways_in()}
    assert len(found) >= 7
    # The page has whole paths, a handler what follows its controller's.
    assert {path for path in found if not any(w.endswith(path) for w in written)} == set()
    assert {path for path in written if not any(path.endswith(f) for f in found)} == set()


def test_nobody_is_asked_about_their_past():
    document = (CHECKOUT / "web" / "src" / "api" / "generated.ts").read_text().lower()
    for word in ("passwordhint", "secretquestion", "securityquestion", "phonenumber"):
        assert word not in document
