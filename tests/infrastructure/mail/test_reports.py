"""Reports of mail servers: what they say about a message of ours, and that they say nothing about others."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.messaging.email import MarkBounced, MarkComplained, MarkDelivered
from infrastructure.mail.reports import read_report

ID = UUID("018f0000-0000-7000-8000-000000000007")
DOMAIN = "house.test"


def a_delivery_report(
    action: str = "failed", status: str = "5.1.1", message_id: str = f"<{ID}@{DOMAIN}>", kind: str = "rfc822"
) -> bytes:
    original = "message/rfc822" if kind == "rfc822" else "text/rfc822-headers"
    return f"""From: MAILER-DAEMON@mx.example
To: coffer@{DOMAIN}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I'm sorry.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Tue, 6 May 2031 07:08:09 +0000

Final-Recipient: rfc822; ann@example.com
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 5.1.1 User unknown

--b
Content-Type: {original}

From: Coffer <coffer@{DOMAIN}>
Message-ID: {message_id}
Subject: Hi

--b--
""".replace("\n", "\r\n").encode()


COMPLAINT = f"""From: abuse@mx.example
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b"

--b
Content-Type: text/plain

This is a complaint.
--b
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Some/1.0
Version: 1

--b
Content-Type: message/rfc822

Message-ID: <{ID}@{DOMAIN}>
Subject: Hi

Text
--b--
""".encode()


@pytest.mark.parametrize("kind", ["rfc822", "headers"])
@pytest.mark.parametrize(
    ("action", "status", "result"),
    [
        ("failed", "5.1.1", MarkBounced(True, "5.1.1")),
        ("Failed", "5.2.1", MarkBounced(True, "5.2.1")),
        ("failed", "5.7.1", MarkBounced(False, "5.7.1")),
        ("failed", "5.2.2", MarkBounced(False, "5.2.2")),
        ("failed", "4.4.7", MarkBounced(False, "4.4.7")),
        ("delivered", "2.0.0", MarkDelivered()),
    ],
)
def test_a_delivery_report_is_read(kind: str, action: str, status: str, result: object) -> None:
    assert read_report(a_delivery_report(action, status, kind=kind), DOMAIN) == (ID, result)


@pytest.mark.parametrize(
    "content",
    [
        a_delivery_report(action="delayed", status="4.4.1"),
        a_delivery_report(status="unknown"),
        a_delivery_report(message_id=f"<{ID}@elsewhere.test>"),
        a_delivery_report(message_id="<7@house.test>"),
        a_delivery_report(message_id=""),
        COMPLAINT.replace(b"abuse\n", b"not-spam\n"),
        # An answer that quotes a message is no report.
        f"From: a@b.test\r\nIn-Reply-To: <{ID}@{DOMAIN}>\r\n\r\nAction: failed\r\nStatus: 5.1.1".encode(),
        b"",
    ],
)
def test_what_says_nothing_about_a_message_of_ours_is_none(content: bytes) -> None:
    assert read_report(content, DOMAIN) is None


def test_a_complaint_is_read() -> None:
    assert read_report(COMPLAINT, DOMAIN.upper()) == (ID, MarkComplained())


@given(st.binary(max_size=400), st.integers(0, 900), st.integers(0, 60))
def test_nothing_that_is_sent_is_a_fault_of_ours(noise: bytes, at: int, cut: int) -> None:
    whole = a_delivery_report()
    read_report(whole[:at] + noise + whole[at + cut :], DOMAIN)
    read_report(noise, DOMAIN)
