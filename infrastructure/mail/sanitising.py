"""HTML that a member wrote, as it may stand in a mail: words, links and lists, nothing that acts.

No pictures: they would tell their server who reads the mail, and when.
"""

from __future__ import annotations

import nh3

_TAGS = frozenset(
    {
        *("a", "b", "blockquote", "br", "code", "em", "h1", "h2", "h3", "hr", "i", "li", "ol", "p", "pre"),
        *(
            "s",
            "small",
            "span",
            "strong",
            "sub",
            "sup",
            "table",
            "tbody",
            "td",
            "th",
            "thead",
            "tr",
            "u",
            "ul",
        ),
    }
)
# What stands between these is no text, and goes with them.
_WHOLE = frozenset({"script", "style", "title", "template", "noscript", "iframe", "object", "svg", "math"})


def safe_html(text: str) -> str:
    return nh3.clean(
        text,
        tags=set(_TAGS),
        clean_content_tags=set(_WHOLE),
        attributes={"a": {"href"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"}},
        url_schemes={"http", "https", "mailto", "tel"},
        link_rel="noopener noreferrer",
        strip_comments=True,
    )
