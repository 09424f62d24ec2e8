"""The development inbox: every mail that would have left the house. Absent outside development."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from html import escape
from typing import Protocol

from litestar import MediaType, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery

from domain.kernel import Value, wire_time


class CaughtMail(Protocol):
    """A mail as the catcher kept it."""

    @property
    def to(self) -> str: ...
    @property
    def subject(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def html(self) -> str: ...
    @property
    def code(self) -> str | None: ...
    @property
    def links(self) -> Sequence[str]: ...
    @property
    def at(self) -> datetime: ...


class InboxMessage(Value, frozen=True, kw_only=True):
    """A caught mail; `code` is the six digits in it, if there are any."""

    to: str
    subject: str
    text: str
    html: str
    code: str | None
    links: tuple[str, ...]
    at: str


ReadInbox = Callable[[str | None], Awaitable[Sequence[CaughtMail]]]

_SHOWN = 100

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5">
<title>Development inbox</title>
<link rel="stylesheet" href="/dev/inbox.css">
</head>
<body>
<main>
<h1>Development inbox</h1>
<p>Mail that Coffer would have sent, newest first. The page looks again every five seconds.</p>
{mails}
</main>
</body>
</html>
"""
_MAIL = """<article>
<h2>{subject}</h2>
<p class="to"><span>{to}</span> <time datetime="{at}">{at}</time></p>
{code}{links}<pre>{text}</pre>
</article>
"""
_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; }
h2 { font-size: 1rem; margin: 0; }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px;
  padding: 1rem; margin: 1rem 0; }
.to { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; margin: .25rem 0;
  opacity: .75; }
.code { font-size: 1.6rem; font-weight: 600; letter-spacing: .2em; margin: .5rem 0;
  font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0 0; }
a { overflow-wrap: anywhere; }
"""


def dev_inbox(read: ReadInbox) -> list[HTTPRouteHandler]:
    """The page and its JSON, for development mode only."""

    @get(
        "/dev/inbox.json",
        operation_id="listCaughtMail",
        tags=["development"],
        opt={"paced": False},
        security=[],
    )
    async def as_json(to: FromQuery[str | None] = None) -> list[InboxMessage]:
        """List caught mail, newest first; with an address only what was sent there."""
        return [_message(mail) for mail in await read(to)]

    @get("/dev/inbox", include_in_schema=False, media_type=MediaType.HTML)
    async def as_page(to: FromQuery[str | None] = None) -> str:
        """Show caught mail to a person."""
        mails = [_shown(mail) for mail in (await read(to))[:_SHOWN]]
        return _PAGE.format(mails="".join(mails) or "<p>No mail yet.</p>")

    @get("/dev/inbox.css", include_in_schema=False)
    async def style() -> Response[str]:
        """The page's looks, in a file of its own: the content policy allows no others."""
        return Response(_STYLE, media_type="text/css")

    return [as_json, as_page, style]


def _message(mail: CaughtMail) -> InboxMessage:
    return InboxMessage(
        to=mail.to,
        subject=mail.subject,
        text=mail.text,
        html=mail.html,
        code=mail.code,
        links=tuple(mail.links),
        at=wire_time(mail.at),
    )


def _shown(mail: CaughtMail) -> str:
    links = [
        f'<p><a href="{escape(link)}" rel="noreferrer">{escape(link)}</a></p>\n'
        for link in mail.links
        if link.startswith(("http://", "https://"))
    ]
    return _MAIL.format(
        subject=escape(mail.subject),
        to=escape(mail.to),
        at=wire_time(mail.at),
        code=f'<p class="code">{escape(mail.code)}</p>\n' if mail.code else "",
        links="".join(links),
        text=escape(mail.text),
    )
