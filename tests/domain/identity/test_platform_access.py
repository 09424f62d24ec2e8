"""Statements of access: what a role of the platform includes, and what is said where it does not."""

import pytest

from domain.identity.platform_access import STATEMENTS, Connector, objection

ALL = {resource: list(actions) for resource, actions in STATEMENTS["admin"].items()}


def test_an_admin_may_all_and_a_user_nothing_of_it():
    assert objection("admin", ALL) is None
    for resource, actions in ALL.items():
        for action in actions:
            assert objection("admin", {resource: [action]}) is None
            assert objection("user", {resource: [action]}) is not None


@pytest.mark.parametrize(
    ("role", "asked", "connector", "said"),
    [
        ("admin", {"team": ["create"]}, "AND", "You are not allowed to access resource: team"),
        (
            "admin",
            {"user": ["ban"], "team": ["create"]},
            "AND",
            "You are not allowed to access resource: team",
        ),
        ("admin", {"user": ["ban", "fly"]}, "AND", 'unauthorized to access resource "user"'),
        ("user", {"user": ["ban"]}, "AND", 'unauthorized to access resource "user"'),
        ("admin", {"user": []}, "AND", 'unauthorized to access resource "user"'),
        ("admin", {}, "AND", "Not authorized"),
        ("admin", {}, "OR", "Not authorized"),
        ("admin", {"team": ["create"], "user": ["fly"]}, "OR", "Not authorized"),
        ("admin", {"team": ["create"], "user": ["ban"]}, "OR", None),
        ("admin", {"user": []}, "OR", "Not authorized"),
        ("user", {"session": ["list"], "user": ["list"]}, "OR", "Not authorized"),
    ],
)
def test_what_is_asked_for_decides_what_is_said(
    role: str, asked: dict[str, list[str]], connector: Connector, said: str | None
):
    assert objection(role, asked, connector) == said
