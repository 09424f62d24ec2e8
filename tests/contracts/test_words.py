"""Mails, API description, commands, refusals and documentation keep to the words of the glossary."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple, cast

import pytest

from api.cli.__main__ import COMMANDS
from api.http.identity.errors import CATALOGUE
from infrastructure.local.places import CHECKOUT
from infrastructure.mail.rendering import PARAMETERS
from tests.contracts.test_refusals import ALL as REFUSALS
from tests.contracts.test_refusals import GIVEN
from tests.contracts.test_specification_routes import document

GLOSSARY = json.loads((CHECKOUT / "web/build/glossary/terms.json").read_text(encoding="utf-8"))
MANNERED = re.compile(GLOSSARY["mannered"], re.IGNORECASE)
# For people who use the product. The other texts are for engineers, and keep the terms of the wire.
FOR_PEOPLE = [
    (term["use"], re.compile(term["found"], re.IGNORECASE)) for term in GLOSSARY["terms"] if "found" in term
]
DOCUMENTS = ("architecture.md", "authentication.md", "events.md")


# Spelled as the protocol's own client expects it (auth-wire.md 11).
FIXED = {"YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY"}


class Text(NamedTuple):
    place: str
    words: str


def mails() -> Iterator[Text]:
    texts = tomllib.loads((CHECKOUT / "infrastructure/mail/texts/en.toml").read_text(encoding="utf-8"))
    for name, said in texts.items():
        for part, words in said.items() if isinstance(said, dict) else [("", said)]:
            yield Text(f"mail {name}.{part}", words)


def described() -> Iterator[Text]:
    """Every summary and description of the OpenAPI document."""

    def within(part: Any, place: str) -> Iterator[Text]:
        if isinstance(part, dict):
            for name, value in cast("dict[str, Any]", part).items():
                if name in ("summary", "description") and isinstance(value, str):
                    yield Text(place, value)
                elif name not in ("example", "examples", "default", "enum", "const"):
                    yield from within(value, f"{place}/{name.replace('/', '~1')}")
        elif isinstance(part, list):
            for number, value in enumerate(cast("list[Any]", part)):
                yield from within(value, f"{place}/{number}")

    return within(document(), "openapi.json#")


@cache
def help_of(*command: str) -> str:
    told = subprocess.run(
        [sys.executable, *command, "--help"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    return " ".join(told.stdout.split())


def commands() -> Iterator[Text]:
    yield Text("./run --help", help_of("run"))
    yield Text("./test --help", help_of("-m", "infrastructure.local.checks"))
    yield Text("./coffer --help", help_of("-m", "api.cli"))
    for name in COMMANDS:
        yield Text(f"./coffer {name} --help", help_of("-m", "api.cli", name))


def pages() -> Iterator[Text]:
    for name in DOCUMENTS:
        lines = (CHECKOUT / "docs" / name).read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            yield Text(f"docs/{name}:{number}", re.sub(r"`[^`]*`|\]\([^)]*\)", "", line))


def refusals() -> Iterator[Text]:
    for place, sentence, _ in REFUSALS:
        if sentence is not None and sentence not in GIVEN:
            yield Text(place, sentence)
    for why, said in CATALOGUE.items():
        if said.code not in FIXED:
            yield Text(f"api/http/identity/errors.py {why}", said.message)


def mannered(texts: Iterable[Text]) -> list[str]:
    return [
        f'{place}: "{found[0]}" in {words!r}' for place, words in texts if (found := MANNERED.search(words))
    ]


def misnamed(texts: Iterable[Text]) -> list[str]:
    return [
        f'{place}: "{found[0]}", use {use} in {words!r}'
        for place, words in texts
        for use, pattern in FOR_PEOPLE
        if (found := pattern.search(words))
    ]


@pytest.mark.parametrize(
    ("texts", "least"),
    [(mails, 60), (described, 1000), (commands, 12), (pages, 2000), (refusals, 180)],
    ids=["mails", "API", "commands", "documentation", "refusals"],
)
def test_texts_are_in_plain_words(texts: Any, least: int) -> None:
    found = list(texts())
    assert len(found) >= least
    assert sorted(set(mannered(found))) == []


@pytest.mark.parametrize("texts", [mails, refusals])
def test_people_read_one_word_for_each_thing(texts: Any) -> None:
    assert misnamed(texts()) == []


def test_every_mail_is_among_them() -> None:
    # What a member writes in own words is in the words of that member.
    assert {text.place.split(" ")[1].split(".")[0] for text in mails()} >= PARAMETERS.keys() - {"custom"}


@pytest.mark.parametrize(
    "words", ["Nobody is let in", "Change the own password", "What it stands under", "Let somebody in again"]
)
def test_mannered_words_are_found(words: str) -> None:
    assert mannered([Text("here", words)])
