"""What is hard to undo asks the person to prove again who they are."""

from __future__ import annotations

from datetime import timedelta

from application.unit_of_work import Work
from domain.errors import Refused

CONFIRMED_FOR = timedelta(minutes=10)


def require_step_up(work: Work) -> None:
    """Refuse unless a passkey, a password or a code was given in the last ten minutes."""
    confirmed = work.context.actor.confirmed_at
    if confirmed is None or work.context.now - confirmed >= CONFIRMED_FOR:
        raise Refused("Confirm that it is you first.", reason="step_up_required")
