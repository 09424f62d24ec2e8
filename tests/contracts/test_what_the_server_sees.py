"""Everything that is in the clear stands in a line that people can read (crypto.md section 14)."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter

import psycopg
import pytest
from msgspec.structs import fields

from application.catalogue import DECIDERS
from domain.kernel import Value
from domain.vault.statement_types import TYPES, Header
from domain.work.documents.facts import DocumentAttributes
from domain.work.plain.facts import PlainAttributes
from domain.work.profile_tree.facts import GroupAttributes, SubGroupAttributes
from domain.work.profiles.facts import ProfileAttributes
from domain.work.saved_filters.facts import FilterAttributes
from domain.work.statuses.facts import StatusAttributes
from domain.work.tasks.facts import CommentAttributes, TaskAttributes
from domain.work.topics.facts import TopicAttributes
from infrastructure.event_store.registry import EventRegistry
from infrastructure.local.places import CHECKOUT, WEB
from projections import seen
from projections.catalogue import PROJECTIONS
from projections.seen import LINES, NEVER, UNSAID, Places
from tests.contracts.test_server_word import answers, objects
from tests.contracts.test_specification_routes import document

ATTRIBUTES: dict[str, type[Value]] = {
    "document": DocumentAttributes,
    "task": TaskAttributes,
    "comment": CommentAttributes,
    "contact": PlainAttributes,
    "vendor": PlainAttributes,
    "profile": ProfileAttributes,
    "profile-group": GroupAttributes,
    "profile-sub-group": SubGroupAttributes,
    "saved-filter": FilterAttributes,
    "status": StatusAttributes,
    "topic": TopicAttributes,
}


def said(places: Places) -> Counter[str]:
    return Counter(
        f"{where}.{name}"
        for line in places.values()
        for where, names in line.items()
        for name in names.split()
    )


def demand_said(found: set[str], places: Places) -> None:
    """What the code has is what the table says, each once."""
    lines = said(places)
    assert sorted(found - lines.keys()) == [], "in the clear, and nowhere said"
    assert sorted(lines.keys() - found) == [], "said, and not there"
    assert [name for name, times in lines.items() if times > 1] == []
    assert places.keys() <= LINES.keys() | UNSAID


def columns_of_read_models() -> set[str]:
    tables = [table for each in PROJECTIONS for table in each.tables]
    return {f"{table.name}.{name}" for table in tables for name in table.columns}


def signed_attributes() -> set[str]:
    return {f"{kind}.{field.encode_name}" for kind, its in ATTRIBUTES.items() for field in fields(its)}


def fields_of_statements() -> set[str]:
    forms = {"every statement": Header, **TYPES}
    return {f"{name}.{field.name}" for name, form in forms.items() for field in dataclasses.fields(form)}


def members_of_events() -> set[str]:
    events = EventRegistry(DECIDERS).classes
    return {
        f"{name.split('.')[0]}.{field.encode_name}"
        for name, event in events.items()
        for field in fields(event)
    }


def words_of_answers() -> set[str]:
    described = document()
    shapes = described["components"]["schemas"]
    references = {
        one["properties"]["word"]["$ref"].rpartition("/")[2]
        for _, schema in answers(described)
        for one in objects(described, schema)
        if "word" in one["properties"]
    }
    return {f"{name}.{member}" for name in references for member in shapes[name]["properties"]}


def test_every_column_of_a_read_model_stands_in_one_line() -> None:
    demand_said(columns_of_read_models(), seen.COLUMNS)


def test_every_signed_attribute_stands_in_one_line() -> None:
    demand_said(signed_attributes(), seen.ATTRIBUTES)


def test_every_field_of_a_statement_stands_in_one_line() -> None:
    demand_said(fields_of_statements(), seen.STATEMENTS)


def test_every_member_of_an_event_stands_in_one_line() -> None:
    demand_said(members_of_events(), seen.EVENTS)


def test_every_word_of_an_answer_stands_in_one_line() -> None:
    demand_said(words_of_answers(), seen.WORDS)


def test_every_column_of_another_table_stands_in_one_line(database_url: str) -> None:
    with psycopg.connect(database_url) as owner:
        found = owner.execute(
            "select table_schema || '.' || table_name || '.' || column_name "
            "from information_schema.columns "
            "where table_schema not in ('pg_catalog', 'information_schema', 'read') "
            r"and table_schema not like 'p\_%'"
        )
        demand_said({name for (name,) in found}, seen.STORED)


def test_no_kind_of_attributes_is_left_out() -> None:
    found = {kind for kind in Value.__subclasses__() if kind.__name__.endswith("Attributes")}
    assert found == set(ATTRIBUTES.values())


@pytest.mark.parametrize("line", LINES)
def test_a_line_says_what_is_somewhere(line: str) -> None:
    assert any(
        line in places
        for places in (seen.COLUMNS, seen.ATTRIBUTES, seen.STATEMENTS, seen.EVENTS, seen.WORDS, seen.STORED)
    )


def test_the_readme_says_all_of_it() -> None:
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    section = readme.split("**What the server sees.**", 1)[1].split("\n**", 1)[0]
    listed = [" ".join(item.split()) for item in re.findall(r"(?ms)^- (.*?)(?=^- |^\n|\Z)", section)]
    assert listed == [f"{line}." for line in LINES.values()]
    assert f"never sees: {NEVER[0].lower()}{NEVER[1:]}." in " ".join(section.split())


def test_the_page_says_it_in_these_words() -> None:
    page = (WEB / "src/features/settings/seen/Seen.tsx").read_text(encoding="utf-8")
    shown = re.findall(r'say\("seen\.(\w+)", "([^"]+)"\)', page)
    assert [each for each in shown if each[0] in LINES] == list(LINES.items())
    assert dict(shown)["never"] == NEVER
