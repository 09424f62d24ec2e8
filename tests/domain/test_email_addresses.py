"""What counts as an e-mail address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.email_addresses import masked, normalised
from domain.errors import InvalidArgument


@pytest.mark.parametrize(
    "text",
    ["Ann@Example.com", "a.b+c@x-y.example.co", "o'neil_{1}@sub.example.org", f"{'x' * 64}@example.com"],
)
def test_an_address_is_compared_in_lower_case(text: str):
    assert normalised(text) == text.lower()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a@",
        "@b.cd",
        "a@b",
        "a@b.c",
        "a@b..cd",
        ".a@b.cd",
        "a.@b.cd",
        "a..b@b.cd",
        "a@-b.cd",
        "a@b-.cd",
        "a@b.12",
        "a b@c.de",
        "a@b.cd\n",
        "a@b.cd\r\nBcc: x@y.zz",
        "ä@example.com",
        '"a"@example.com',
        "a@[127.0.0.1]",
        f"{'x' * 65}@example.com",
        f"a@{'x' * 63}.{'x' * 63}.{'x' * 63}.{'x' * 63}.com",
    ],
)
def test_anything_else_is_refused(text: str):
    with pytest.raises(InvalidArgument) as refusal:
        normalised(text)
    assert refusal.value.reason == "invalid_email"


@given(st.text(max_size=300))
def test_what_is_accepted_is_plain_and_stays_as_it_is(text: str):
    try:
        address = normalised(text)
    except InvalidArgument:
        return
    assert address.isascii()
    assert address.isprintable()
    assert " " not in address
    assert normalised(address) == address


def test_a_masked_address_shows_one_letter_and_the_domain():
    assert masked("ann@example.com") == "a•••@example.com"
