"""What the roles of the platform allow: statements of resources and their actions, outside any account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

Connector = Literal["AND", "OR"]
Statements = Mapping[str, Sequence[str]]

STATEMENTS: Mapping[str, Statements] = {
    "admin": {
        "user": ("create", "list", "set-role", "ban", "impersonate", "delete", "set-password", "update"),
        "session": ("list", "revoke", "delete"),
    },
    "user": {"user": (), "session": ()},
}


def objection(role: str, asked: Statements, connector: Connector = "AND") -> str | None:
    """Why a role may not do what is asked for (auth-wire.md section 13); None when it may.

    With "AND" the first resource that is not allowed decides, with "OR" one that is allowed is enough.
    """
    statements = STATEMENTS[role]
    granted = False
    for resource, actions in asked.items():
        allowed = statements.get(resource)
        if allowed is None:
            if connector == "AND":
                return f"You are not allowed to access resource: {resource}"
            continue
        if actions and all(action in allowed for action in actions):
            granted = True
            if connector == "OR":
                break
        elif connector == "AND":
            return f'unauthorized to access resource "{resource}"'
    return None if granted else "Not authorized"
