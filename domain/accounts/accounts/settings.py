"""The settings of an account: how it writes dates, what it discloses, how it lets people in."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel import Value

Phase = Literal["incomplete", "trialing", "active", "pastDue", "suspended", "closing", "erased"]
# One line without control characters, no blank at either end.
LINE = r"\A[^\s\x00-\x1f\x7f]([^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?\Z"
DisplayName = Annotated[str, Meta(min_length=1, max_length=80, pattern=LINE)]
DateOrder = Literal["ddmmyyyy", "mmddyyyy", "yyyymmdd"]
DateSeparator = Literal["/", "-", ".", " "]
Language = Literal["en", "de", "fr", "es", "ar"]
Zone = Annotated[str, Meta(max_length=64, pattern=r"\A[A-Za-z][A-Za-z0-9_+\-]*(/[A-Za-z0-9_+\-]+){0,2}\Z")]
Stage = Annotated[int, Meta(ge=0, le=730)]
ExpiryStages = Annotated[tuple[Stage, ...], Meta(max_length=10)]
# Of an account that has not chosen its own.
EXPIRY_STAGES: tuple[int, ...] = (90, 30, 7, 0)


class DateFormat(Value, frozen=True):
    """How dates are shown and typed."""

    date_format: DateOrder = "ddmmyyyy"
    date_input_format: DateOrder = "ddmmyyyy"
    date_separator: DateSeparator = "/"


class Disclosure(Value, frozen=True):
    """Which dates and assignments the server may see in clear, so that it can remind people."""

    task_dates: bool = True
    document_expiry: bool = True
    assignees: bool = True


class SecurityPolicy(Value, frozen=True):
    """Whether a second step is asked for at sign-in, and whether a key waits for a person's confirmation."""

    two_step: bool = False
    key_grant: Literal["auto", "confirm"] = "auto"
