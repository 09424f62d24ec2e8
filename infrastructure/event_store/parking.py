"""Accounts that a follower had to leave behind, and bringing them back."""

from __future__ import annotations

from uuid import UUID

import structlog

from infrastructure.event_store.jobs import NOBODY
from infrastructure.event_store.round import Round

log = structlog.get_logger("coffer.followers")


def retry_parked(rounds: Round) -> None:
    """Take in what parked accounts have missed. Where it works now, they go on with the others."""
    rows = rounds.connection.execute(
        "select follower, log_id, account_id, position from es.parked order by parked_at"
    ).fetchall()
    for name, number, account_id, position in rows:
        if name in rounds.members and _catch_up(rounds, name, number, account_id, position):
            log.info("account resumed", follower=name, account=str(account_id))
    rounds.places.read_parked()


def _catch_up(rounds: Round, name: str, number: int, account_id: UUID, position: int) -> bool:
    member = rounds.members[name]
    until = rounds.places.positions[number][name]
    owner = None if account_id == NOBODY else account_id
    missed = [
        read
        for read in rounds.reader.of_account(number, owner, position - 1, until)
        if member.wants(read.name)
    ]
    key = (name, number, account_id)
    with rounds.connection.transaction():
        for read in missed:
            error = rounds.attempt(member, read)
            if error is not None:
                rounds.connection.execute(
                    "update es.parked set position = %s, error = %s "
                    "where follower = %s and log_id = %s and account_id = %s",
                    (read.position, error[:2_000], *key),
                )
                return False
        rounds.connection.execute(
            "delete from es.parked where follower = %s and log_id = %s and account_id = %s", key
        )
    return True
