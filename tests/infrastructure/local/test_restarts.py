"""Which part is started again, when, and when no more: laws over random ends in random order."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from infrastructure.local.restarts import Patience, Restarts, State

PATIENCE = Patience(deaths=3, within=30.0, shortest_pause=0.5, longest_pause=4.0)
NAMES = ("postgres", "valkey", "followers", "worker", "api")


class Parts(RuleBasedStateMachine):
    """Remembers every end that it tells of, and compares what is asked of the caller with the whole past."""

    def __init__(self) -> None:
        super().__init__()
        self.restarts = Restarts(PATIENCE)
        self.now = 1_000.0
        self.needs: dict[str, tuple[str, ...]] = {}
        # Ends of parts whose needs were up.
        self.own_ends: dict[str, list[float]] = {name: [] for name in NAMES}
        # When each came up, and when that life ended.
        self.lives: dict[str, list[tuple[float, float | None]]] = {}
        self.last_end: dict[str, tuple[float, bool]] = {}

    @initialize(data=st.data())
    def parts_that_need_earlier_ones(self, data: Any) -> None:
        for number, name in enumerate(NAMES):
            needs = data.draw(st.sets(st.sampled_from(NAMES[:number])) if number else st.just(set[str]()))
            self.needs[name] = (*sorted(needs), "a server of somebody else")
            self.restarts.add(name, self.needs[name], self.now)
            self.lives[name] = [(self.now, None)]

    def up(self, name: str) -> bool:
        return self.restarts.states.get(name, State.UP) is State.UP

    def running(self) -> list[str]:
        return [n for n, state in self.restarts.states.items() if state in (State.UP, State.STARTING)]

    @precondition(lambda self: self.running())
    @rule(data=st.data())
    def one_ends(self, data: Any) -> None:
        name = data.draw(st.sampled_from(self.running()))
        of_itself = all(self.up(need) for need in self.needs[name])
        if of_itself:
            self.own_ends[name].append(self.now)
        if self.restarts.states[name] is State.UP:
            self.lives[name][-1] = self.lives[name][-1][0], self.now
        self.last_end[name] = self.now, of_itself
        state = self.restarts.ended(name, self.now)
        # Given up is who ended of itself more often than allowed within one stretch, and nobody else.
        assert (state is State.GIVEN_UP) == (of_itself and self.recent(name) > PATIENCE.deaths)

    def recent(self, name: str) -> int:
        """How often it ended of itself, up to its last end, since it had stood for the stretch."""
        at = self.last_end[name][0]
        return sum(self.stood(name, one, at) < PATIENCE.within for one in self.own_ends[name])

    def stood(self, name: str, since: float, until: float) -> float:
        lives = ((begin, until if end is None else end) for begin, end in self.lives[name])
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in lives)

    @rule(seconds=st.sampled_from([0.0, 0.125, 0.5, 1.0, 4.0, 11.0, 31.0, 300.0]))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def what_is_due_is_started(self) -> None:
        for name in self.restarts.due(self.now):
            assert self.restarts.states[name] is State.DOWN
            assert all(self.up(need) for need in self.needs[name]), "started before what it needs"
            at, of_itself = self.last_end[name]
            if of_itself:
                assert self.now >= at + PATIENCE.pause(self.recent(name)), "started without its pause"
            self.restarts.starting(name)

    @rule(data=st.data())
    def one_comes_up(self, data: Any) -> None:
        starting = [n for n, state in self.restarts.states.items() if state is State.STARTING]
        if starting:
            name = data.draw(st.sampled_from(starting))
            self.restarts.came_up(name, self.now)
            self.lives[name].append((self.now, None))

    @invariant()
    def who_waits_for_time_alone_has_a_moment(self) -> None:
        waiting = [
            name
            for name, state in self.restarts.states.items()
            if state is State.DOWN and all(self.up(need) for need in self.needs[name])
        ]
        moment = self.restarts.next_due()
        assert (moment is None) == (not waiting)
        if moment is not None:
            assert self.restarts.due(moment)
            assert moment <= self.now + PATIENCE.longest_pause

    def teardown(self) -> None:
        """When nothing ends any more, all that can be up is up after as many pauses as there are parts."""
        for _ in (*NAMES, "and once more"):
            self.now += PATIENCE.longest_pause
            for name, state in self.restarts.states.items():
                if state is State.STARTING:
                    self.restarts.came_up(name, self.now)
            self.what_is_due_is_started()
        lost: set[str] = set()
        for name, state in self.restarts.states.items():
            if state is State.GIVEN_UP or lost & set(self.needs[name]):
                lost.add(name)
        for name, state in self.restarts.states.items():
            assert name in lost or state in (State.UP, State.STARTING)


Parts.TestCase.settings = settings(max_examples=150, stateful_step_count=40)
TestParts = Parts.TestCase


def test_the_first_end_costs_no_pause_and_each_further_one_twice_the_last() -> None:
    assert [PATIENCE.pause(deaths) for deaths in range(1, 7)] == [0.0, 0.5, 1.0, 2.0, 4.0, 4.0]


@given(
    stood=st.lists(st.floats(0.0, PATIENCE.within / (PATIENCE.deaths + 1)), max_size=PATIENCE.deaths),
    starts=st.lists(st.floats(0.0, 86_400.0), min_size=PATIENCE.deaths, max_size=PATIENCE.deaths),
)
def test_one_that_fails_slowly_is_given_up_as_one_that_fails_at_once(
    stood: list[float], starts: list[float]
) -> None:
    """However long each start takes: some of them come up for a moment, and some do not come up at all."""
    restarts, now = Restarts(PATIENCE), 0.0
    restarts.add("slow", (), now)
    states = [restarts.ended("slow", now)]
    for number, seconds in enumerate(starts):
        restarts.starting("slow")
        now += seconds
        if number < len(stood):
            restarts.came_up("slow", now)
            now += stood[number]
        states.append(restarts.ended("slow", now))
    assert states == [State.DOWN] * PATIENCE.deaths + [State.GIVEN_UP]


def test_one_that_stands_for_a_while_between_its_ends_is_never_given_up() -> None:
    restarts, now = Restarts(PATIENCE), 0.0
    restarts.add("sturdy", (), now)
    for _ in range(100):
        now += PATIENCE.within / PATIENCE.deaths
        assert restarts.ended("sturdy", now) is State.DOWN
        restarts.starting("sturdy")
        restarts.came_up("sturdy", now)
