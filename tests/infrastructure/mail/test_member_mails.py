"""What members write, as it arrives; the app's preview is held to the same list of cases.

`python -m tests.infrastructure.mail.test_member_mails` writes the list anew after a change of the words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from application.messaging.outbox import Body, Sender
from application.messaging.own_words import filled
from application.processes.mail_senders import written
from domain.accounts.accounts.settings import DateFormat
from domain.messaging.user_templates import USER_TEMPLATES, UserTemplate, checked
from infrastructure.local.places import CHECKOUT
from infrastructure.mail.rendering import LOCALES, FileTemplates

CASES = CHECKOUT / "tests" / "contracts" / "member_mails.json"
STOP = "https://coffer.test/unsubscribe/abc"
VALUES = {"name": "Anna $name Lind", "firstName": "Anna", "organization": "Lind & {{name}}"}
SENDER = {"name": "Clara Hawthorne", "account": "Haus & Hof", "replyTo": "clara@hawthorne.example"}
NOBODY = {**SENDER, "name": ""}
# What is left out, what is all there, and texts that look like places of the words around them.
PARAMS: dict[str, tuple[dict[str, str], ...]] = {
    "note": ({"message": "Dear {{firstName}},\n\nsee $sender and ${about}.\n{{ organization }}"},),
    "document_request": (
        {"documents": "Passport\nLease of {{name}}"},
        {"documents": "Passport", "due": "2027-01-14", "message": "Thank you, {{firstName}}"},
    ),
    "reminder": (
        {"about": "Rent, {{name}}"},
        {"about": "Rent", "due": "2027-12-31", "message": "Two\nlines"},
    ),
}
OWN = {
    "subject": "For {{firstName}} at {{ organization }}",
    "text": "Dear {{name}},\n\n$sender <b>{{firstName}}</b>",
}


def given() -> Iterator[tuple[str, dict[str, str], dict[str, str]]]:
    for template, all_params in PARAMS.items():
        for params in all_params:
            yield template, params, SENDER
    yield "note", {"message": "Hello"}, NOBODY
    yield "own", OWN, SENDER


def case(locale: str, template: str, params: dict[str, str], sender: dict[str, str]) -> dict[str, Any]:
    said = {name: filled(value, VALUES) for name, value in params.items()}
    message = {"template": template, "locale": locale, "subject": "", "text": "", "params": {}}
    if template == "own":
        message |= params
        said, name = {**said, "html": ""}, "custom"
    else:
        message["params"] = params
        name = template
        dates = DateFormat(date_format="ddmmyyyy", date_separator="/")
        said = written(checked(cast("UserTemplate", template), said), dates)
    by = Sender(
        name=sender["name"], account=sender["account"], reply_to=sender["replyTo"], unsubscribe=STOP, also=""
    )
    rendered = FileTemplates().render(Body("you@example.com", name, locale, said, by))
    text, _, foot = rendered.text.rpartition("\n-- \n")
    footer, _, stop = foot.partition("\n\n")
    return {
        "name": f"{template} in {locale}, {len(params)} values, by {sender['name'] or 'nobody'}",
        "message": message,
        "values": VALUES,
        "sender": sender,
        "subject": rendered.subject,
        "said": text.strip("\n"),
        "footer": footer.strip("\n"),
        "stop": stop.split("\n")[0],
    }


def cases() -> list[dict[str, Any]]:
    return [case(locale, *one) for locale in LOCALES for one in given()]


def text_of(all_cases: list[dict[str, Any]]) -> str:
    return json.dumps(all_cases, ensure_ascii=False, indent=1) + "\n"


def test_the_list_is_what_arrives() -> None:
    assert CASES.read_text(encoding="utf-8") == text_of(cases())


def test_every_template_and_every_value_is_in_the_list() -> None:
    assert set(PARAMS) == set(USER_TEMPLATES)
    for template, parameters in USER_TEMPLATES.items():
        assert {name for params in PARAMS[template] for name in params} == set(parameters)


if __name__ == "__main__":
    Path(CASES).write_text(text_of(cases()), encoding="utf-8")
