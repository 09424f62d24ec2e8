"""What the README tells people to type can be typed."""

import re
import subprocess
import sys
from functools import cache

import pytest

from infrastructure.local.places import CHECKOUT

README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
COMMANDS = sorted(
    {line.strip() for line in re.findall(r"(?m)^\./\w.*$|(?<=`)\./(?:run|test|coffer)[^`]*(?=`)", README)}
)


@cache
def help_of(door: str, *group: str) -> str:
    module = {"run": "run", "test": "infrastructure.local.checks", "coffer": "api.cli"}[door]
    start = [str(CHECKOUT / "run")] if door == "run" else ["-m", module]
    told = subprocess.run(
        [sys.executable, *start, *group, "--help"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    return told.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_is_known(command: str) -> None:
    door, *words = command.removeprefix("./").split()
    group: tuple[str, ...] = ()
    for word in words:
        if word.startswith("-") or door == "coffer":
            assert re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", help_of(door, *group)), word
        # What stands behind a word of a group is told by the help of the group.
        if word in ("dev", "audit", "projections"):
            group = (word,)


def test_the_readme_names_both_commands() -> None:
    assert {"./run", "./test"} <= set(COMMANDS)


@pytest.mark.parametrize("link", re.findall(r"\]\((?!https?:)([^)#]+)\)", README))
def test_a_link_of_the_readme_leads_somewhere(link: str) -> None:
    assert (CHECKOUT / link).exists()
