"""Lives of aggregates: what can be asked next is made for the present state, so that most of it applies."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st

from domain.errors import Refused
from domain.ids import AccountId, RoleId, UserId
from domain.kernel import Actor, Decider, Event, Moment
from tests.support.generated import IDS, MOMENTS, one_member_other, values_of

AnyDecider = Decider[Any, Any, Any]

# Far more states than any decider needs; a kind that is not found among them has no generator.
MOST_STATES = 4000


class Ask(NamedTuple):
    command: Any
    moment: Moment


class Step(NamedTuple):
    """An ask that was accepted, and what came of it."""

    ask: Ask
    events: tuple[Event, ...]
    after: Any


Offers = Callable[[Any, str], Iterable[Ask]]
"""What can be asked of an aggregate in this state. The word is of this step alone: new statements and ids are
made of it."""


@dataclass(frozen=True)
class Generator:
    """`kinds` have to happen besides each kind of command and event; `kind_of` names that of an event."""

    offers: Offers
    kinds: frozenset[str] = frozenset()
    kind_of: Callable[[Event], str] | None = None


def decided(decider: AnyDecider, ask: Ask, state: Any) -> tuple[Event, ...] | None:
    """The events, or None for a refusal. Any other exception is a fault."""
    try:
        return tuple(decider.decide(ask.command, state, ask.moment))
    except Refused:
        return None


def kinds_in(generator: Generator, step: Step) -> set[str]:
    """The kinds of command and event that a step shows, by name."""
    names = {type(step.ask.command).__name__, *(type(event).__name__ for event in step.events)}
    if generator.kind_of is not None:
        names |= {generator.kind_of(event) for event in step.events}
    return names


def walked(decider: AnyDecider, generator: Generator, kinds: frozenset[str]) -> Iterator[list[Step]]:
    """Lives that show every one of these kinds, as far as the generator leads there; nothing is drawn.

    It goes on from the life in which most different things have happened, and every now and then from the
    oldest one, so that none is forgotten.
    """
    missing = set(kinds)
    oldest: deque[list[Step]] = deque([[]])
    fullest: list[tuple[int, int, list[Step]]] = []
    known: set[bytes] = set()
    for number in count():
        if not missing or len(known) > MOST_STATES or not (oldest or fullest):
            return
        life = heappop(fullest)[-1] if fullest and (number % 4 or not oldest) else oldest.popleft()
        state = life[-1].after if life else None
        shown = {kind for step in life for kind in kinds_in(generator, step)}
        for ask in generator.offers(state, f"step {len(life)}"):
            if not (events := decided(decider, ask, state)):
                continue
            step = Step(ask, events, decider.fold(events, state))
            grown, kinds_now = [*life, step], kinds_in(generator, step)
            if found := kinds_now & missing:
                missing -= found
                yield grown
            if (kept := msgspec.json.encode(step.after)) not in known:
                known.add(kept)
                oldest.append(grown)
                heappush(fullest, (-len(shown | kinds_now), len(known), grown))


ACTORS = [
    Actor("system"),
    Actor("user"),
    Actor("user", UserId(IDS[0]), AccountId(IDS[0])),
    Actor("user", UserId(IDS[1]), AccountId(IDS[0]), reads=frozenset(map(RoleId, IDS))),
    Actor("support", UserId(IDS[2]), AccountId(IDS[0]), reads=frozenset(map(RoleId, IDS))),
]


def by(actor: Actor, ask: Ask) -> Ask:
    """The same, asked by somebody else."""
    return Ask(ask.command, Moment(actor, ask.moment.now))


def next_ask(generator: Generator, commands: Any, state: Any, word: str) -> st.SearchStrategy[Ask]:
    """What is asked next: mostly something that applies, else nearly that, or anything at all."""
    fitting = list(generator.offers(state, word))
    anything = st.builds(
        Ask, values_of(commands), st.builds(Moment, st.sampled_from(ACTORS), st.sampled_from(MOMENTS))
    )
    if not fitting:
        return anything
    fits = st.sampled_from(fitting)
    near = fits.flatmap(
        lambda ask: one_member_other(ask.command).map(lambda other: ask._replace(command=other))
    )
    others = st.builds(
        lambda ask, actor: ask._replace(moment=Moment(actor, ask.moment.now)), fits, st.sampled_from(ACTORS)
    )
    return st.sampled_from(["fits"] * 8 + ["near"] * 2 + ["others", "anything"]).flatmap(
        {"fits": fits, "near": near, "others": others, "anything": anything}.__getitem__
    )
