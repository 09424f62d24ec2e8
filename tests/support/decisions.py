"""Given facts, when somebody asks, then these facts follow, or a refusal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from domain.errors import Refused
from domain.kernel import Actor, Decider, Event, Moment

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
THE_CLOCK = Actor("system")


@dataclass(frozen=True)
class Story:
    """A past that grows with `given`. `when` asks and leaves the past as it was."""

    decider: Decider[Any, Any, Any]
    past: tuple[Event, ...] = ()
    actor: Actor = THE_CLOCK
    now: datetime = NOON

    def given(self, *facts: Event) -> Story:
        return replace(self, past=(*self.past, *facts))

    def by(self, actor: Actor) -> Story:
        return replace(self, actor=actor)

    def at(self, now: datetime) -> Story:
        return replace(self, now=now)

    @property
    def state(self) -> Any:
        return self.decider.fold(self.past)

    def when(self, command: Any) -> Answer:
        try:
            facts = self.decider.decide(command, self.state, Moment(self.actor, self.now))
        except Refused as refusal:
            return Answer(self, (), refusal)
        return Answer(self, tuple(facts), None)

    def after(self, *commands: Any) -> Story:
        """The past with what these commands make true; each of them is carried out."""
        story = self
        for command in commands:
            story = story.given(*story.when(command).carried_out())
        return story


@dataclass(frozen=True)
class Answer:
    story: Story
    facts: tuple[Event, ...]
    refusal: Refused | None

    def carried_out(self) -> tuple[Event, ...]:
        assert self.refusal is None, f"refused: {self.refusal} ({self.refusal and self.refusal.reason})"
        return self.facts

    def then(self, *facts: Event) -> Story:
        """Exactly these facts follow."""
        assert self.carried_out() == facts
        return self.story.given(*facts)

    def then_refused(self, kind: type[Refused], reason: str) -> Refused:
        assert self.refusal is not None, f"carried out: {self.facts}"
        assert (type(self.refusal), self.refusal.reason) == (kind, reason)
        return self.refusal
