"""The erasure of an account: only by the system, not before its day, step by step, and proved once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain.errors import NotAllowed, NotFound, Refused
from domain.ids import AccountId
from domain.kernel import Actor
from domain.oversight.erasure import (
    ERASURE,
    STEPS,
    ErasureProved,
    ErasureStarted,
    ErasureStepDone,
    FinishStep,
    ProveErasure,
    StartErasure,
    proof_of,
)
from tests.support.decisions import NOON, THE_CLOCK, Story
from tests.support.shapes import ACCOUNT

START = StartErasure(AccountId(ACCOUNT), NOON)


def a_story() -> Story:
    return Story(ERASURE).by(THE_CLOCK)


def test_it_begins_when_it_is_due_and_once() -> None:
    early = a_story().at(NOON - timedelta(milliseconds=1))
    early.when(START).then_refused(Refused, "not_due")
    begun = a_story().at(NOON).when(START).then(ErasureStarted(AccountId(ACCOUNT), NOON))
    begun.when(START).then()


@pytest.mark.parametrize("command", [START, FinishStep("recordKeys", 1, "x"), ProveErasure()])
def test_only_the_system_erases(command: StartErasure | FinishStep | ProveErasure) -> None:
    a_story().after(START).by(Actor("user")).when(command).then_refused(NotAllowed, "not_allowed")


def test_nothing_is_done_before_it_has_begun() -> None:
    a_story().when(ProveErasure()).then_refused(NotFound, "not_found")


def test_steps_come_in_their_order_and_say_one_thing() -> None:
    story = a_story().after(START)
    story.when(FinishStep("blobs", 1, "x")).then_refused(Refused, "step_order")
    story.when(ProveErasure()).then_refused(Refused, "step_order")
    story = story.when(FinishStep("recordKeys", 1, "x")).then(ErasureStepDone("recordKeys", 1, "x"))
    story.when(FinishStep("recordKeys", 1, "x")).then()
    story.when(FinishStep("recordKeys", 2, "x")).then_refused(Refused, "step_differs")
    story.when(FinishStep("recordKeys", 1, "y")).then_refused(Refused, "step_differs")


def test_the_proof_is_over_all_that_the_steps_came_to() -> None:
    def proved(count: int) -> str:
        story = a_story().after(START)
        for step in STEPS:
            story.when(ProveErasure()).then_refused(Refused, "step_order")
            story = story.after(FinishStep(step, count, "x"))
        expected = proof_of(story.state.certificate)
        story.when(ProveErasure()).then(ErasureProved(expected)).when(ProveErasure()).then()
        return expected

    assert proved(1) != proved(2)
    assert proved(1) == proved(1)
