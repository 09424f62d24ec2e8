"""The account as its members see it: settings, plan, what is used of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from domain.accounts.accounts import events as e
from domain.accounts.accounts.settings import EXPIRY_STAGES, DateFormat, Disclosure, SecurityPolicy
from domain.kernel import Recorded, wire_time
from projections.kernel import Reader, Rows, Table
from projections.wire import shape

ACCOUNTS = Table(
    "accounts",
    {
        "display_name": "text not null",
        "state": "text not null",
        "version": "integer not null",
        "seats": "integer not null",
        "custom_roles": "integer not null",
        # How far back the audit log is listed; nothing before there is a plan.
        "audit_days": "integer",
        "json": "jsonb not null",
    },
    key=("account_id",),
)


def opened(event: e.AccountOpened) -> dict[str, Any]:
    return {
        "id": str(event.account_id),
        "displayName": event.display_name,
        "state": "incomplete",
        **shape(DateFormat()),
        "language": event.language,
        "zone": event.zone,
        "disclosure": shape(Disclosure()),
        "expiryStages": list(EXPIRY_STAGES),
        "securityPolicy": shape(SecurityPolicy()),
        "plan": None,
    }


def plan(event: e.SubscriptionStarted | e.SubscriptionChanged) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": event.plan_id, "limits": shape(event.limits)}
    if event.trial_ends_at is not None:
        shown["trialEndsAt"] = wire_time(event.trial_ends_at)
    if event.paid_until is not None:
        shown["paidUntil"] = wire_time(event.paid_until)
    return shown


def changes(event: Any) -> dict[str, Any]:
    """The members of the account's JSON that a fact sets."""
    match event:
        case e.SubscriptionStarted() | e.SubscriptionChanged():
            state = "active" if event.trial_ends_at is None else "trialing"
            return {"state": state, "plan": plan(event), "readOnlyFrom": None}
        case e.PaymentMarkedOverdue(read_only_from=at):
            return {"state": "pastDue", "readOnlyFrom": wire_time(at)}
        case e.AccountSuspended():
            return {"state": "suspended"}
        case e.AccountReactivated():
            return {"state": "active", "readOnlyFrom": None}
        case e.AccountClosed(due_at=due_at):
            return {"state": "closing", "dueAt": wire_time(due_at)}
        case e.AccountReopened(state=state):
            return {"state": state, "dueAt": None}
        case e.AccountErased():
            return {"state": "erased"}
        case e.AccountRenamed() | e.DateFormatChanged() | e.LanguageChanged() | e.ZoneChanged():
            return {name: value for name, value in shape(event).items() if name != "event"}
        case e.DisclosureChanged(disclosure=disclosure):
            return {"disclosure": shape(disclosure)}
        case e.ExpiryPolicyChanged(stages=stages):
            return {"expiryStages": list(stages)}
        case e.SecurityPolicyChanged(two_step=two_step, key_grant=key_grant):
            return {"securityPolicy": shape(SecurityPolicy(two_step, key_grant))}
        case _:
            return {}


def seats(event: Any) -> int:
    """How many seats more are taken."""
    match event:
        case e.SeatReserved():
            return 1
        case e.MemberJoined(invitation_id=invitation_id):
            return 0 if invitation_id is not None else 1
        case e.SeatReleased() | e.MemberRemoved():
            return -1
        case _:
            return 0


def custom_roles(event: Any) -> int:
    """How many roles of its own the account has more."""
    return int(isinstance(event, e.RoleDefined)) - int(isinstance(event, e.RoleRetired))


def apply(rows: Rows, recorded: Recorded) -> None:
    """Every fact of the account changes its version, most also what is shown."""
    event, key = recorded.event, {"account_id": recorded.account_id}
    if isinstance(event, e.AccountOpened):
        json, taken, roles = opened(event), 1, 0
    elif (row := rows.get(ACCOUNTS, key)) is not None:
        json = {**row["json"], **changes(event)}
        taken, roles = row["seats"] + seats(event), row["custom_roles"] + custom_roles(event)
    else:
        return
    json = {name: value for name, value in json.items() if value is not None or name == "plan"}
    if json["plan"] is not None:
        json["plan"] = {**json["plan"], "usage": {"seats": taken, "customRoles": roles}}
    json["version"] = recorded.stream_version
    plan_limits = json["plan"] and json["plan"]["limits"]
    rows.put(
        ACCOUNTS,
        key,
        display_name=json["displayName"],
        state=json["state"],
        version=recorded.stream_version,
        seats=taken,
        custom_roles=roles,
        audit_days=plan_limits and plan_limits["auditDays"],
        json=json,
    )


# The Account of the interface, for a statement that has the account's row as `a` and the membership of
# whoever asks as `viewer`. Personal values stand as `{"pii": …}` and are opened by the answer.
ACCOUNT_JSON = """
case when jsonb_typeof(a.json -> 'plan') = 'object' then
    jsonb_set(a.json, '{plan,usage,storageBytes}', to_jsonb((
        select coalesce(sum(stored.bytes), 0)::bigint from read.files stored
        where stored.account_id = a.account_id
    )))
else a.json end || jsonb_build_object(
    'roleId', viewer.role_id,
    'users', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', person.id,
            'email', jsonb_build_object('pii', person.email_ref),
            'name', jsonb_build_object('pii', person.name_ref),
            'role', coalesce(role.key, role.name)
        ) order by member.joined_at, member.user_id), '[]')
        from read.account_members member
        join read.account_roles role on role.account_id = member.account_id and role.role_id = member.role_id
        join read.users person on person.id = member.user_id
        where member.account_id = a.account_id
    )
)
"""

_ACCOUNT = f"""
select ({ACCOUNT_JSON})::text, a.version
from read.accounts a
join read.account_members viewer on viewer.account_id = a.account_id and viewer.user_id = %(user_id)s
where a.account_id = %(account_id)s
"""  # noqa: S608 - put together from constants


async def account_of(reader: Reader, account_id: UUID, user_id: UUID) -> tuple[str, int] | None:
    """The account as JSON, as this member sees it, and its version."""
    row = await reader.one(
        _ACCOUNT, {"account_id": account_id, "user_id": user_id}, account_id=account_id, user_id=user_id
    )
    return None if row is None else (row[0], row[1])
