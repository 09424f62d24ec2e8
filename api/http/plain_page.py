"""A page without the app, for somebody who need not be signed in: a heading, a sentence, one thing to do."""

from __future__ import annotations

from html import escape

from litestar import MediaType, Response

_PAGE = """<!doctype html>
<html lang="{locale}" dir="{dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{heading} · Coffer</title>
<link rel="stylesheet" href="/api/auth/error.css">
</head>
<body>
<main>
<p class="product">Coffer</p>
<h1>{heading}</h1>
<p>{said}</p>
{more}</main>
</body>
</html>
"""
STYLE = """:root {
  color-scheme: light dark;
  font: 15px/1.5 Inter, system-ui, sans-serif;
  background: light-dark(#f6f5f1, #101413);
  color: light-dark(#1b1e1c, #ebeeea);
}
body {
  box-sizing: border-box; min-height: 100vh; margin: 0; padding: 24px;
  display: grid; place-items: center;
}
main {
  box-sizing: border-box; width: 100%; max-width: 420px; padding: 32px; border-radius: 12px;
  background: light-dark(#fff, #191e1c); border: 1px solid light-dark(#e5e2da, #252b28);
}
.product { margin: 0 0 24px; font-weight: 600; color: light-dark(#0d6650, #3fb893); }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 28px; }
p { margin: 0 0 16px; }
code { color: light-dark(#676c65, #919993); overflow-wrap: anywhere; }
a, button {
  display: inline-block; margin-top: 8px; padding: 8px 16px; border: 0; border-radius: 8px; font: inherit;
  text-decoration: none; cursor: pointer;
  background: light-dark(#0d6650, #3fb893); color: light-dark(#fff, #04150f);
}
a:focus-visible, button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
"""


def plain_page(
    locale: str, heading: str, said: str, more: str = "", *, status: int = 200, has_form: bool = False
) -> Response[str]:
    """`heading` and `said` are plain text; `more` is HTML whose values the caller has escaped.

    No script runs, and nothing is sent anywhere but by a form to the page's own address.
    """
    policy = (
        "default-src 'none'",
        "style-src 'self'",
        "base-uri 'none'",
        "form-action 'self'" if has_form else "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    )
    content = _PAGE.format(
        locale=locale,
        dir="rtl" if locale == "ar" else "ltr",
        heading=escape(heading),
        said=escape(said),
        more=more,
    )
    headers = {"Content-Security-Policy": "; ".join(policy), "Referrer-Policy": "no-referrer"}
    return Response(content, status_code=status, media_type=MediaType.HTML, headers=headers)
