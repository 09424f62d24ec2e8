"""Messages: complete in every language, and nothing that a value holds becomes more than text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infrastructure.mail.rendering import LOCALES, PARAMETERS, FileTemplates

LINK = "https://coffer.test/join/abc?x=1&y=2"
templates = FileTemplates()


def values_for(template: str, **unusual: str) -> dict[str, str]:
    usual = {
        "code": "482913",
        "link": LINK,
        "account": "The Hawthornes",
        "inviter": "Ann Lee",
        "role": "Member",
        "message": "Welcome!\nYours, Ann",
    }
    return {name: unusual.get(name, usual[name]) for name in PARAMETERS[template]}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("template", PARAMETERS)
def test_every_message_is_complete_in_every_language(template: str, locale: str):
    subject, text, page = templates.render(template, locale, values_for(template))
    assert subject
    assert "\n" not in subject
    assert "$" not in subject + text + page
    assert f'lang="{locale}"' in page
    assert ('dir="rtl"' in page) == (locale == "ar")
    for value in values_for(template).values():
        assert value in text
    assert "<script" not in page
    assert "http" not in page.replace(LINK.replace("&", "&amp;"), "")


@pytest.mark.parametrize("template", [name for name, needs in PARAMETERS.items() if needs == {"code"}])
@pytest.mark.parametrize("locale", LOCALES)
def test_the_code_is_the_only_number_of_its_length(template: str, locale: str):
    subject, text, _ = templates.render(template, locale, values_for(template))
    assert re.findall(r"\d{6}", subject + text) == ["482913"]
    assert "482913" not in subject


def test_an_unknown_language_is_english():
    assert templates.render("sign_in_code", "xx", {"code": "1"})[0] == "Your Coffer verification code"


def test_lines_about_nothing_are_left_out():
    _, text, page = templates.render(
        "invitation", "en", values_for("invitation", role="", message="", inviter="")
    )
    assert "Your role" not in text
    assert "“" not in text + page
    assert "Someone invites you" in text


def test_values_are_escaped_in_html():
    values = values_for("invitation", account="<b>&\"'", message="<img src=x>\n</p>")
    subject, text, page = templates.render("invitation", "en", values)
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
        templates.render("invitation", "en", values_for("invitation", **unusual))


@pytest.mark.parametrize("values", [{}, {"code": "1", "more": "2"}])
def test_missing_and_unknown_values_are_mistakes(values: dict[str, str]):
    with pytest.raises(ValueError, match="needs"):
        templates.render("sign_in_code", "en", values)


def test_names_may_be_written_with_joiners():
    templates.render("invitation", "en", values_for("invitation", account="می‌خواهم 👩‍👧"))


@given(st.text(max_size=60))
def test_no_account_name_breaks_the_page_or_the_subject(name: str):
    try:
        subject, _, page = templates.render("invitation", "en", values_for("invitation", account=name))
    except ValueError:
        return
    assert not re.search(r"[\r\n]", subject)
    plain = templates.render("invitation", "en", values_for("invitation", account="x"))[2]
    assert page.count("<") == plain.count("<")
