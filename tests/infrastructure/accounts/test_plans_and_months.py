"""The price list as its file says it, and months as people count them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from infrastructure.accounts.payment import months_after
from infrastructure.accounts.plans import PlansWrong, load_plans

PLAN = """
[home]
name = "Home"
price_minor = 500
seats = 2
storage = "1 GiB"
file = "10 MiB"
custom_roles = 0
audit_days = 30
mails_per_day = 5
"""


def test_the_shipped_plans_are_those_of_the_price_list() -> None:
    plans = load_plans()
    limits = {
        id: (plan.limits.seats, plan.limits.profiles, plan.limits.custom_roles) for id, plan in plans.items()
    }
    assert limits == {
        "solo": (1, 25, 0),
        "family": (6, 200, 3),
        "office": (25, 2000, 20),
        "enterprise": (250, None, 50),
    }
    assert plans["solo"].limits.file_bytes == 256 * 2**20
    assert plans["office"].limits.storage_bytes == 2**40


def test_a_plan_says_only_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "plans.toml"
    file.write_text(PLAN)
    home = load_plans(file)["home"]
    assert (home.currency, home.trial_days, home.requires_code, home.limits.profiles) == (
        "EUR",
        0,
        False,
        None,
    )


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("1 GiB", "1 GB"), "'1 GB'"),
        (("seats = 2", "seats = 0"), "[home]"),
        (("seats = 2", "chairs = 2"), "'chairs'"),
        (("audit_days = 30", ""), "auditDays"),
        (("[home]", "features = [[home]"), "plans.toml"),
        (("mails_per_day = 5", 'mails_per_day = 5\nfeatures = ["magic"]'), "'magic'"),
        ((PLAN, ""), "no plan"),
    ],
)
def test_a_wrong_line_names_itself(tmp_path: Path, change: tuple[str, str], complaint: str) -> None:
    file = tmp_path / "plans.toml"
    file.write_text(PLAN.replace(*change))
    with pytest.raises(PlansWrong) as wrong:
        load_plans(file)
    assert complaint in str(wrong.value)


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        ("2026-01-31", 1, "2026-02-28"),
        ("2028-01-31", 1, "2028-02-29"),
        ("2028-02-29", 12, "2029-02-28"),
        ("2026-12-05", 13, "2028-01-05"),
        ("2026-05-31", 1, "2026-06-30"),
        ("2026-03-15", 120, "2036-03-15"),
    ],
)
def test_a_month_later_is_the_same_day_or_the_last_one(start: str, months: int, end: str) -> None:
    day = datetime.fromisoformat(start).replace(tzinfo=UTC)
    assert months_after(day, months).date().isoformat() == end
