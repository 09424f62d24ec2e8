"""What the door holds whom to: written with the fact that imposes or lifts it."""

from __future__ import annotations

from domain.kernel import Recorded
from domain.oversight.suspicion.activities import ActivityDetected, ActivityRepeated, ActivityResolved
from domain.oversight.suspicion.findings import RESTRAINING, Response
from projections.kernel import Projection, Rows, Table

RESTRAINTS = Table(
    "restraints",
    {
        "kind": "text not null",
        "subject": "text not null",
        "since": "timestamptz not null",
        "until": "timestamptz",
        "times": "integer not null",
    },
    key=("kind", "subject"),
    account=False,
)


def apply(rows: Rows, recorded: Recorded) -> None:
    match recorded.event:
        case ActivityDetected(response=responses):
            _impose(rows, recorded, responses, times=1)
        case ActivityRepeated(response=responses, count=count):
            _impose(rows, recorded, responses, times=count)
        case ActivityResolved(lifted=lifted):
            for response in lifted:
                rows.delete(RESTRAINTS, {"kind": response.kind, "subject": response.subject})
        case _:
            pass


def _impose(rows: Rows, recorded: Recorded, responses: tuple[Response, ...], *, times: int) -> None:
    for response in responses:
        if response.kind in RESTRAINING:
            rows.put(
                RESTRAINTS,
                {"kind": response.kind, "subject": response.subject},
                since=recorded.occurred_at,
                until=response.until,
                times=times,
            )


PROJECTION = Projection(
    "restraints",
    1,
    (RESTRAINTS,),
    apply,
    (ActivityDetected, ActivityRepeated, ActivityResolved),
    mode="inline",
)
