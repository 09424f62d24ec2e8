"""Which days a rule names, found by python-dateutil: what our own reading has to agree with."""

from __future__ import annotations

import datetime
from datetime import date
from itertools import islice
from types import SimpleNamespace
from unittest.mock import patch

import dateutil.rrule


def days_of(rule: str, start: date, end: date) -> list[date]:
    """From the start on, in order, up to the end.

    The library stops at UNTIL only when it has found a date beyond it, and without any date at the end of
    the calendar. So that end is moved near. COUNT is taken out, as it goes with no UNTIL.
    """
    parts = dict(part.split("=") for part in rule.split(";"))
    count = int(parts.pop("COUNT")) if "COUNT" in parts else None
    parts["UNTIL"] = min(parts.get("UNTIL", "99991231"), f"{end:%Y%m%d}")
    text = ";".join(f"{name}={value}" for name, value in parts.items())
    calendar = SimpleNamespace(**{**vars(datetime), "MAXYEAR": end.year + 1})
    with patch.object(dateutil.rrule, "datetime", calendar):
        moments = dateutil.rrule.rrulestr(text, dtstart=datetime.datetime.combine(start, datetime.time()))
        return [moment.date() for moment in islice(moments, count)]
