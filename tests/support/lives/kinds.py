"""The kinds of command and event of each decider, as its constant is annotated."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any, get_args, get_type_hints

import domain
from domain.kernel import Decider
from tests.support.lives.steps import AnyDecider, Generator


def _commands() -> dict[str, Any]:
    """The command type of each decider, by its name."""
    found: dict[str, Any] = {}
    for module_info in pkgutil.walk_packages(domain.__path__, "domain."):
        module = importlib.import_module(module_info.name)
        annotated = [name for name in getattr(module, "__annotations__", {}) if name.isupper()]
        if any(isinstance(getattr(module, name, None), Decider) for name in annotated):
            hints = get_type_hints(module)
            for name in annotated:
                if isinstance(value := getattr(module, name), Decider):
                    found[value.name] = get_args(hints[name])[0]
    return found


COMMANDS = _commands()


def kinds_of(decider: AnyDecider, generator: Generator) -> frozenset[str]:
    """The names of all that has to happen at least once."""
    commands = get_args(COMMANDS[decider.name]) or (COMMANDS[decider.name],)
    return frozenset(kind.__name__ for kind in (*commands, *decider.events)) | generator.kinds
