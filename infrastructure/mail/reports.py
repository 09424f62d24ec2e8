"""Reading reports of mail servers about a message: its delivery (RFC 3464), or a complaint (RFC 5965)."""

from __future__ import annotations

import email
import email.policy
import re
from email.message import Message
from typing import Any, NamedTuple, cast
from uuid import UUID

from domain.ids import MessageId
from domain.messaging.email import MarkBounced, MarkComplained, MarkDelivered, Report
from infrastructure.mail.smtp import is_no_such_address

MOST_BYTES = 1024 * 1024
_OURS = re.compile(r"<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@([^>\s]+)>")
_STATUS = re.compile(r"[245]\.\d{1,3}\.\d{1,3}")


class Reported(NamedTuple):
    message_id: MessageId
    result: Report


def read_report(content: bytes, domain: str) -> Reported | None:
    """What a report says about one of our messages, by its `Message-ID` under our domain; None for anything
    else, and for one that says nothing yet."""
    # The older policy takes whatever stands in a header, which is written by others.
    parts = list(email.message_from_bytes(content[:MOST_BYTES], policy=email.policy.compat32).walk())
    message_id = next((found for part in parts if (found := _original(part, domain)) is not None), None)
    result = next((said for part in parts if (said := _result(part)) is not None), None)
    return None if message_id is None or result is None else Reported(message_id, result)


def _original(part: Message[Any, Any], domain: str) -> MessageId | None:
    """The message that it is about, where this part is what was sent back of it."""
    kind = part.get_content_type()
    if kind == "message/rfc822":
        headers = next(iter(_inside(part)), None)
    elif kind == "text/rfc822-headers":
        text: Any = part.get_payload(decode=True)
        headers = email.message_from_bytes(text or b"", policy=email.policy.compat32)
    else:
        return None
    found = _OURS.search("" if headers is None else str(headers.get("Message-ID", "")))
    if found is None or found[2].lower() != domain.lower():
        return None
    return MessageId(UUID(found[1]))


def _inside(part: Message[Any, Any]) -> list[Message[Any, Any]]:
    """The messages of which a part is made."""
    payload: Any = part.get_payload()
    return cast("list[Message[Any, Any]]", payload) if isinstance(payload, list) else []


def _result(part: Message[Any, Any]) -> Report | None:
    match part.get_content_type():
        case "message/delivery-status":
            results = (_of_recipient(block) for block in _inside(part))
            return next((result for result in results if result is not None), None)
        case "message/feedback-report":
            text = "".join(map(str, _inside(part))) or str(part.get_payload())
            kind = re.search(r"(?im)^Feedback-Type:\s*(\S+)", text)
            return MarkComplained() if kind is not None and kind[1].lower() == "abuse" else None
        case _:
            return None


def _of_recipient(block: Message[Any, Any]) -> Report | None:
    action = str(block.get("Action", "")).strip().lower()
    status = _STATUS.match(str(block.get("Status", "")).strip())
    if action == "delivered":
        return MarkDelivered()
    if action == "failed" and status is not None:
        return MarkBounced(is_no_such_address(status[0]), status[0])
    return None
