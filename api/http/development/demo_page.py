"""`/dev/demo`: the people of the demo, each with what it takes to be them in this browser.

A first look at Coffer. Continuing as a person signs in with their password and leads to the page where the
recovery key opens what is encrypted: the way back for people who have lost all devices.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any
from uuid import UUID

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from api.http.development.from_here import Guard
from api.http.development.seeding import LOADING_SECONDS, Demo, DemoAccount, DemoPerson
from api.http.given import Given
from api.http.identity.visits import Visits
from application.processes.sign_in import SignIn
from domain.email_addresses import normalised

PATH = "/dev/demo"

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The demo · Coffer</title>
<link rel="stylesheet" href="/dev/demo.css">
</head>
<body>
<main>
<h1>The demo</h1>
{content}</main>
</body>
</html>
"""
_EMPTY = """<p>Two invented accounts with their papers and tasks, and the people who share them. Everything is
encrypted by real clients, as your own papers would be, so loading takes up to a minute.</p>
<form method="post" action="/dev/demo/load"><button>Load the demo</button></form>
"""
_HOW = """<p>Copy all lines of a person's recovery key, then continue as that person: the next page asks
for it. With it this browser can read what only their own devices could read before. Without it you are
signed in, but everything stays encrypted. In real accounts, only the person has this key.</p>
"""
_ACCOUNT = "<h2>{name}</h2>\n{people}"
_PERSON = """<article>
<h3>{name}</h3>
<p class="role">{role}</p>
<p>{email}</p>
<p><span class="role">Password</span><br>{password}</p>
{key}<form method="post" action="/dev/demo/enter/{account}/{id}"><button>Continue as {first}</button></form>
</article>
"""
_KEY = """<p><span class="role">Recovery key</span><br><span class="key">{key}</span></p>
"""
_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 Inter, system-ui, sans-serif;
  background: light-dark(#f6f5f1, #101413); color: light-dark(#1b1e1c, #ebeeea); }
body { margin: 0; }
main { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
article { display: inline-block; vertical-align: top; box-sizing: border-box; width: min(100%, 19.5rem);
  margin: 0 1rem 1rem 0; padding: 1rem; border-radius: 12px;
  background: light-dark(#fff, #191e1c); border: 1px solid light-dark(#e5e2da, #252b28); }
.role { opacity: .75; }
.key { font-family: ui-monospace, monospace; font-size: .85rem; user-select: all; white-space: pre-wrap;
  display: block; max-height: 6rem; overflow: auto; }
button { padding: 8px 16px; border: 0; border-radius: 8px; font: inherit; cursor: pointer;
  background: light-dark(#0d6650, #3fb893); color: light-dark(#fff, #04150f); }
button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
"""


def demo_page(demo: Demo, guard: Guard) -> list[HTTPRouteHandler]:
    """The page and its two forms, for development mode only."""

    @get(
        PATH,
        include_in_schema=False,
        opt={"any_account": True, "paced": False},
        security=[],
        guards=[guard],
    )
    async def page() -> Response[str]:
        """Show who is in the demo, or offer to load it."""
        accounts = await demo.known()
        content = _HOW + "".join(map(_account, accounts)) if accounts else _EMPTY
        # Without it the forms would come from nowhere, and be refused.
        return Response(
            _PAGE.format(content=content),
            media_type=MediaType.HTML,
            headers={"Referrer-Policy": "same-origin"},
        )

    @get("/dev/demo.css", include_in_schema=False)
    async def style() -> Response[str]:
        """The page's looks, in a file of its own: the content policy allows no others."""
        return Response(_STYLE, media_type="text/css")

    @post(
        "/dev/demo/load",
        include_in_schema=False,
        opt={"any_account": True, "paced": False, "seconds": LOADING_SECONDS},
        security=[],
        guards=[guard],
    )
    async def load() -> Response[None]:
        """Load the demo, and come back to the page."""
        await demo.load(reset=False)
        return _to(PATH)

    @post(
        "/dev/demo/enter/{account:uuid}/{user:uuid}",
        include_in_schema=False,
        opt={"any_account": True, "paced": False},
        security=[],
        guards=[guard],
    )
    async def enter(
        account: FromPath[UUID],
        user: FromPath[UUID],
        request: Request[Any, Any, Any],
        sign_in: Given[SignIn],
        visits: Given[Visits],
    ) -> Response[None]:
        """Sign in as a person of the demo."""
        known = {(one.id, person.id): person for one in await demo.known() for person in one.users}
        person = known.get((account, user))
        if person is None:
            raise NotFoundException
        context, browser = visits.stranger(request), visits.browser(request)
        opened = await sign_in.by_password(normalised(person.email), person.password, browser, context)
        visit = await visits.begun(opened, browser, context)
        return _to("/recover" if person.recovery_key else "/dashboard", visit.cookies)

    return [page, style, load, enter]


def _to(path: str, cookies: Sequence[Cookie] = ()) -> Response[None]:
    return Response(None, status_code=303, headers={"Location": path}, cookies=list(cookies))


def _account(account: DemoAccount) -> str:
    people = "".join(_person(account, person) for person in account.users)
    return _ACCOUNT.format(name=escape(account.name), people=people)


def _person(account: DemoAccount, person: DemoPerson) -> str:
    return _PERSON.format(
        id=person.id,
        account=account.id,
        name=escape(person.name),
        first=escape(person.name.partition(" ")[0]),
        role=escape(person.role),
        email=escape(person.email),
        password=escape(person.password),
        key=_KEY.format(key=escape(person.recovery_file)) if person.recovery_file else "",
    )
