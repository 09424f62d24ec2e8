"""The shapes of mail on the wire."""

from __future__ import annotations

from uuid import UUID

from application.processes.mail_setup import CheckName
from domain.ids import BatchId, MessageId
from domain.kernel import Value
from domain.messaging.email import Provider, State
from domain.messaging.user_templates import Kind


class CancelRequest(Value, frozen=True):
    """One message, or all of a batch."""

    message_id: MessageId | None = None
    batch_id: BatchId | None = None


class MessageShape(Value, frozen=True, kw_only=True):
    """A message that a member sent. `to` is null once the person was erased."""

    id: UUID
    to: str | None
    template: str
    sent_by: UUID | None
    batch_id: UUID | None
    state: State
    attempts: int
    code: str | None
    """What the provider answered last, or why nothing is sent there."""
    next_attempt_at: str | None
    created_at: str
    updated_at: str


class ParameterShape(Value, frozen=True):
    name: str
    kind: Kind
    required: bool


class TemplateShape(Value, frozen=True):
    name: str
    parameters: tuple[ParameterShape, ...]


class CheckShape(Value, frozen=True):
    """`detail` is a sentence for the person who set it up; it holds no secret."""

    name: CheckName
    ok: bool
    detail: str


class SetupShape(Value, frozen=True):
    """`lastSuccessAt` is when the provider last took an email of this installation."""

    provider: Provider
    configured: bool
    checks: tuple[CheckShape, ...]
    last_success_at: str | None
