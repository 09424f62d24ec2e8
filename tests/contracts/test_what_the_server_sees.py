"""Everything that is in the clear stands in a line that people can read (crypto.md section 14)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec.structs import fields

from domain.kernel import Value
from domain.work.documents.facts import DocumentAttributes
from domain.work.plain.facts import PlainAttributes
from domain.work.profile_tree.facts import GroupAttributes, SubGroupAttributes
from domain.work.profiles.facts import ProfileAttributes
from domain.work.saved_filters.facts import FilterAttributes
from domain.work.statuses.facts import StatusAttributes
from domain.work.tasks.facts import CommentAttributes, TaskAttributes
from domain.work.topics.facts import TopicAttributes
from infrastructure.local.places import CHECKOUT, WEB
from projections.catalogue import PROJECTIONS
from projections.seen import NEVER, SEEN

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


def said(lines: Iterable[Mapping[str, str]]) -> Counter[str]:
    return Counter(
        f"{where}.{name}" for line in lines for where, names in line.items() for name in names.split()
    )


def test_every_column_of_a_read_model_stands_in_one_line() -> None:
    tables = [table for each in PROJECTIONS for table in each.tables]
    columns = {f"{table.name}.{name}" for table in tables for name in table.columns}
    lines = said(line.columns for line in SEEN)
    assert sorted(columns - lines.keys()) == [], "in the clear, and nowhere said"
    assert sorted(lines.keys() - columns) == [], "said, and not there"
    assert [name for name, times in lines.items() if times > 1] == []


def test_every_signed_attribute_stands_in_one_line() -> None:
    signed = {f"{kind}.{field.encode_name}" for kind, its in ATTRIBUTES.items() for field in fields(its)}
    lines = said(line.attributes for line in SEEN)
    assert sorted(signed ^ lines.keys()) == []
    assert [name for name, times in lines.items() if times > 1] == []


def test_no_kind_of_attributes_is_left_out() -> None:
    found = {kind for kind in Value.__subclasses__() if kind.__name__.endswith("Attributes")}
    assert found == set(ATTRIBUTES.values())


def test_the_readme_says_all_of_it() -> None:
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    section = readme.split("**What the server sees.**", 1)[1].split("\n**", 1)[0]
    listed = [" ".join(item.split()) for item in re.findall(r"(?ms)^- (.*?)(?=^- |^\n|\Z)", section)]
    assert listed == [f"{line.text}." for line in SEEN]
    assert f"never sees: {NEVER[0].lower()}{NEVER[1:]}." in " ".join(section.split())


def test_the_page_says_it_in_these_words() -> None:
    page = (WEB / "src/features/settings/seen/Seen.tsx").read_text(encoding="utf-8")
    shown = re.findall(r'say\("seen\.(\w+)", "([^"]+)"\)', page)
    assert [each for each in shown if each[0] in {line.key for line in SEEN}] == [line[:2] for line in SEEN]
    assert dict(shown)["never"] == NEVER
