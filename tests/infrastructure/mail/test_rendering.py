"""Messages: complete in every language, and nothing that a value holds becomes more than text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from application.messaging.outbox import Body, Sender
from application.messaging.ports import Rendered
from domain.messaging.user_templates import USER_TEMPLATES
from infrastructure.mail.rendering import LOCALES, PARAMETERS, FileTemplates

LINK = "https://coffer.test/join/abc?x=1&y=2"
STOP = "https://coffer.test/unsubscribe/abc?x=1&y=2"
BY_MEMBER = {*USER_TEMPLATES, "custom"}
ANN = Sender(
    name="Ann Lee",
    account="The Hawthornes",
    reply_to="ann@example.com",
    unsubscribe=STOP,
    also="ben@example.com",
)


def render(template: str, locale: str, params: dict[str, str], sender: Sender | None = None) -> Rendered:
    said_by = sender or (ANN if template in BY_MEMBER else None)
    return FileTemplates().render(Body("you@example.com", template, locale, params, said_by))


def values_for(template: str, **unusual: str) -> dict[str, str]:
    usual = {
        "code": "482913",
        "link": LINK,
        "account": "The Hawthornes",
        "inviter": "Ann Lee",
        "role": "Member",
        "message": "Welcome!\nYours, Ann",
        "documents": "The passport\nThe will",
        "due": "31/12/2026",
        "about": "The meeting",
        "subject": "About the house",
        "text": "Dear all,\nsee you there.",
        "html": "",
        "tasks": "12",
        "stop": STOP,
    }
    return {name: unusual.get(name, usual[name]) for name in PARAMETERS[template]}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("template", PARAMETERS)
def test_every_message_is_complete_in_every_language(template: str, locale: str):
    subject, text, page = render(template, locale, values_for(template))
    assert subject
    assert "\n" not in subject
    assert "$" not in subject + text + page
    assert f'lang="{locale}"' in page
    assert ('dir="rtl"' in page) == (locale == "ar")
    for name, value in values_for(template).items():
        assert value in (subject if name == "subject" else text)
    assert "<script" not in page
    for link in (LINK, STOP):
        page = page.replace(link.replace("&", "&amp;"), "")
    assert "http" not in page


@pytest.mark.parametrize("template", [name for name, needs in PARAMETERS.items() if needs == {"code"}])
@pytest.mark.parametrize("locale", LOCALES)
def test_the_code_is_the_only_number_of_its_length(template: str, locale: str):
    subject, text, _ = render(template, locale, values_for(template))
    assert re.findall(r"\d{6}", subject + text) == ["482913"]
    assert "482913" not in subject


def test_an_unknown_language_is_english():
    assert render("sign_in_code", "xx", {"code": "1"})[0] == "Your Coffer verification code"


def test_lines_about_nothing_are_left_out():
    _, text, page = render("invitation", "en", values_for("invitation", role="", message="", inviter=""))
    assert "Your role" not in text
    assert "“" not in text + page
    assert "Someone invites you" in text


def test_values_are_escaped_in_html():
    values = values_for("invitation", account="<b>&\"'", message="<img src=x>\n</p>")
    subject, text, page = render("invitation", "en", values)
    assert "<b>" in subject
    assert "<img src=x>" in text
    assert "<b>" not in page
    assert "&lt;img src=x&gt;<br>&lt;/p&gt;" in page


@pytest.mark.parametrize(
    "unusual",
    [
        {"account": "a\nBcc: x@example.com"},
        {"account": "a\rb"},
        {"inviter": "a\x00"},
        {"account": "a\u202eb"},
        {"message": "a\x1bb"},
        {"link": "javascript:alert(1)"},
        {"link": "https://a.test/\n"},
        {"account": "x" * 2001},
    ],
)
def test_values_that_could_forge_something_are_not_sent(unusual: dict[str, str]):
    with pytest.raises(ValueError, match="invitation"):
        render("invitation", "en", values_for("invitation", **unusual))


@pytest.mark.parametrize("values", [{}, {"code": "1", "more": "2"}])
def test_missing_and_unknown_values_are_mistakes(values: dict[str, str]):
    with pytest.raises(ValueError, match="needs"):
        render("sign_in_code", "en", values)


def test_names_may_be_written_with_joiners():
    render("invitation", "en", values_for("invitation", account="می‌خواهم 👩‍👧"))


@given(st.text(max_size=60))
def test_no_account_name_breaks_the_page_or_the_subject(name: str):
    try:
        subject, _, page = render("invitation", "en", values_for("invitation", account=name))
    except ValueError:
        return
    assert not re.search(r"[\r\n]", subject)
    plain = render("invitation", "en", values_for("invitation", account="x"))[2]
    assert page.count("<") == plain.count("<")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("template", sorted(BY_MEMBER))
def test_what_a_member_writes_says_who_that_is_and_how_to_get_no_more(template: str, locale: str):
    _, text, page = render(template, locale, values_for(template))
    for said in ("Ann Lee", "The Hawthornes", "ann@example.com", "ben@example.com"):
        assert said in text
        assert said in page
    assert STOP in text
    assert f'<a href="{STOP.replace("&", "&amp;")}">' in page


@pytest.mark.parametrize("template", USER_TEMPLATES)
def test_a_line_about_what_was_left_out_is_not_there(template: str):
    needed = {name for name, parameter in USER_TEMPLATES[template].items() if parameter.required}
    values = {name: value if name in needed else "" for name, value in values_for(template).items()}
    _, text, page = render(template, "en", values)
    assert "by ." not in text
    assert "on ." not in text
    assert '<p style="margin:0 0 20px"></p>' not in page


@pytest.mark.parametrize(
    ("params", "sender"),
    [
        ({"subject": "a\r\nBcc: x@example.com"}, ANN),
        ({"subject": "a\nb"}, ANN),
        ({"subject": "x" * 201}, ANN),
        ({"text": "a\x1bb"}, ANN),
        ({"text": "x" * 20_001}, ANN),
        ({"html": "x" * 100_001}, ANN),
        ({}, replace(ANN, name="Ann\r\nBcc: x@example.com")),
        ({}, replace(ANN, account="a\nb")),
        ({}, replace(ANN, also="a\nb")),
    ],
)
def test_nobody_forges_a_line_in_their_own_words(params: dict[str, str], sender: Sender):
    with pytest.raises(ValueError, match=r"."):
        render("custom", "en", values_for("custom", **params), sender)


def test_words_of_a_member_are_no_placeholders_and_no_html():
    values = values_for("custom", text="${sender} <script>alert(1)</script> $1")
    _, text, page = render("custom", "en", values)
    assert "${sender} <script>alert(1)</script> $1" in text
    assert "<script" not in page
    assert "${sender} &lt;script&gt;alert(1)&lt;/script&gt; $1" in page


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("<p>Hi <b>you</b></p>", "<p>Hi <b>you</b></p>"),
        ("<script>alert(1)</script>a", "a"),
        ("<style>p{}</style>a", "a"),
        ('<img src="https://spy.test/x.png">a', "a"),
        ('<p style="background:url(https://spy.test)" onclick="x()">a</p>', "<p>a</p>"),
        ('<a href="javascript:alert(1)">a</a>', '<a rel="noopener noreferrer">a</a>'),
        ('<a href="data:text/html,x">a</a>', '<a rel="noopener noreferrer">a</a>'),
        (
            '<a href="https://a.test" target="x">a</a>',
            '<a href="https://a.test" rel="noopener noreferrer">a</a>',
        ),
        ('<form action="https://a.test"><input name="p">a</form>', "a"),
        ("<svg><a><title>x</title></a></svg>b", "b"),
        ("<!-- x -->a", "a"),
        ("<div>a</div></td></tr></table>b", "ab"),
    ],
)
def test_html_of_a_member_says_something_and_does_nothing(written: str, sent: str):
    page = render("custom", "en", values_for("custom", html=written)).html
    plain = render("custom", "en", values_for("custom", html="PLACE")).html
    assert page == plain.replace("PLACE", sent)


@given(st.text(max_size=200))
def test_no_html_of_a_member_ends_the_page_around_it(written: str):
    page = render("custom", "en", values_for("custom", html=f"<p>{written}")).html
    for tag in ("</body>", "</html>", "<body"):
        assert page.count(tag) == 1
    assert not re.search(r"<(script|img|iframe|form|input|style|link|meta (?!charset|name))", page)
