"""The frames of `/socket/stream` (domain.md section 15)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from application.oversight import client_reports
from domain.kernel import Value
from projections.oversight.notices import Kind
from projections.oversight.standing import Why

HEARTBEAT_SECONDS = 25


class Frame(Value, frozen=True, kw_only=True, tag_field="type"):
    v: Literal[1] = 1


class Hello(Frame, frozen=True, kw_only=True, tag="hello"):
    """The first frame. `seq` is where the stream begins; `resumed`: everything since was sent again."""

    account_id: UUID
    seq: int
    user_id: UUID
    server_time: datetime
    heartbeat_sec: int = HEARTBEAT_SECONDS
    resumed: bool


class ChangeShown(Value, frozen=True):
    resource: str
    id: UUID
    version: int
    op: Literal["upsert", "delete"]
    by: UUID | None
    origin: UUID | None


class Changed(Frame, frozen=True, kw_only=True, tag="changed"):
    """What to fetch again; never content."""

    account_id: UUID
    seq: int
    changes: list[ChangeShown]


class NoticeTold(Frame, frozen=True, kw_only=True, tag="notice"):
    """There is something new under the bell; what, is asked there."""

    kind: Kind
    id: UUID
    seq: int


class SessionTold(Frame, frozen=True, kw_only=True, tag="session"):
    """The session has ended, moved to another account, or may do other things now."""

    reason: Why


class Resync(Frame, frozen=True, kw_only=True, tag="resync"):
    """Frames were lost or would be too many: fetch lists again with `since`."""

    reason: Literal["gap", "slow", "deploy"]
    seq: int


class Ping(Frame, frozen=True, kw_only=True, tag="ping"):
    t: int


class Pong(Frame, frozen=True, kw_only=True, tag="pong"):
    t: int


class Ack(Frame, frozen=True, kw_only=True, tag="ack"):
    seq: int


class Report(Frame, frozen=True, kw_only=True, tag="report"):
    """What the server gave could not be opened, was older than known, or was signed wrongly."""

    kind: client_reports.Kind
    resource: Annotated[str, Meta(max_length=40, pattern=r"\A[A-Za-z]+\Z")]
    id: UUID
    content_revision: Annotated[int, Meta(ge=0, le=2**53 - 1)]


FromClient = Pong | Ack | Report
