"""How values stand in ready JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.kernel import PiiRef


def person(ref: PiiRef | None) -> dict[str, str] | None:
    """A personal value: read models hold where it lies, and answers open it."""
    return None if ref is None else {"pii": ref}


def shape(value: Any) -> Any:
    """A value of the domain as plain JSON, by its wire names."""
    return msgspec.to_builtins(value)
