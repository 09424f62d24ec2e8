"""The price list, from `plans.toml`. A wrong line stops the start and names itself."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import msgspec

from domain.accounts.accounts.permissions import FEATURES
from domain.accounts.accounts.plans import Plan, PlanLimits

PLANS = Path(__file__).resolve().parents[2] / "plans.toml"

_UNITS = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
_AMOUNT = re.compile(r"(\d+) (B|KiB|MiB|GiB|TiB)\Z")


class PlansWrong(Exception):
    """The file cannot be used as a price list."""


def load_plans(path: Path = PLANS) -> dict[str, Plan]:
    """The plans by id, in the order of the file."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PlansWrong(f"{path.name}: {error}") from None
    currency = table.pop("currency", "EUR")
    if not table:
        raise PlansWrong(f"{path.name}: there is no plan in it")
    return {id: _plan(path.name, id, entry, currency) for id, entry in table.items()}


def _plan(file: str, id: str, entry: Any, currency: Any) -> Plan:
    try:
        if not isinstance(entry, dict):
            raise ValueError("a plan is a table")
        members = cast("dict[str, Any]", entry)
        features = members.get("features", [])
        if unknown := set(features) - set(FEATURES):
            raise ValueError(f"there is no feature {min(unknown)!r}")
        own = {"name", "price_minor", "trial_days", "requires_code"}
        limits = {name: value for name, value in members.items() if name not in own}
        limits["storage_bytes"] = _bytes(limits.pop("storage", None))
        limits["file_bytes"] = _bytes(limits.pop("file", None))
        return msgspec.convert(
            {
                "id": id,
                "name": members.get("name", id),
                "priceMinor": members.get("price_minor"),
                "currency": currency,
                "interval": "month",
                "trialDays": members.get("trial_days", 0),
                "requiresCode": members.get("requires_code", False),
                "limits": _limits(limits),
            },
            Plan,
        )
    except (ValueError, TypeError) as error:
        raise PlansWrong(f"{file}: [{id}]: {error}") from None


def _limits(members: Mapping[str, Any]) -> PlanLimits:
    known = {field.name: field.encode_name for field in msgspec.structs.fields(PlanLimits)}
    if unknown := set(members) - set(known):
        raise ValueError(f"there is no limit {min(unknown)!r}")
    wire = {known[name]: value for name, value in members.items()}
    return msgspec.convert({"profiles": None, **wire}, PlanLimits)


def _bytes(text: Any) -> int:
    found = _AMOUNT.match(text) if isinstance(text, str) else None
    if found is None:
        raise ValueError(f"an amount is written like '2 GiB', not {text!r}")
    return int(found[1]) * _UNITS[found[2]]
