"""Who does a task and who is spoken of, and what the account lets the server know of that and of dates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from application.unit_of_work import Work
from application.vault.key_statements import account_of
from domain.accounts.accounts import ACCOUNT, Account
from domain.errors import Refused
from domain.ids import UserId
from domain.work.tasks.schedule import Schedule
from domain.work.tasks.state import Task


async def check_people_and_dates(work: Work, after: Task, before: Task | None) -> None:
    """Who does it can read it, and what the account keeps from the server is not said."""
    known = set(before.assignee_ids) if before else set[UserId]()
    added = set(after.assignee_ids) - known
    narrowed = before is not None and bool(set(before.audience) - set(after.audience))
    if set(after.assignee_ids) != known:
        work.permit("task.assign")
    new_times = after.schedule not in (before.schedule if before else Schedule(), Schedule())
    if not added and not narrowed and not new_times:
        return
    account = await account_for(work)
    if new_times and not account.disclosure.task_dates:
        raise Refused("This account keeps dates of tasks from the server.", reason="disclosure_off")
    if added and not account.disclosure.assignees:
        raise Refused("This account keeps from the server who does what.", reason="disclosure_off")
    members = {user for user in after.assignee_ids if user in account.members}
    check_readers(account, added | (members if narrowed else set[UserId]()), after.audience)


async def check_mentions(work: Work, people: Sequence[UserId], audience: Sequence[UUID]) -> None:
    """Those who are told of a comment can read it."""
    if not people:
        return
    account = await account_for(work)
    if not account.disclosure.assignees:
        raise Refused("This account keeps from the server who is spoken of.", reason="disclosure_off")
    check_readers(account, people, audience)


async def account_for(work: Work) -> Account:
    account_id = account_of(work)
    account = await work.load(ACCOUNT, account_id, account_id=account_id)
    if account is None:
        raise Refused("Choose an account first.", reason="no_account")
    return account


def check_readers(account: Account, people: Iterable[UserId], audience: Sequence[UUID]) -> None:
    """Each of them is a member who reads for a role that it is for."""
    for user_id in sorted(people):
        member = account.members.get(user_id)
        if member is None or not {member.role_id, *member.reads}.intersection(audience):
            raise Refused(
                "A person named here cannot open this task.", reason="assignee", user_id=str(user_id)
            )
