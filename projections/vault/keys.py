"""How facts change what is known of devices, people, roles and wraps."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from domain.ids import personal_role
from domain.kernel import Recorded, wire_time
from domain.records import unpadded
from domain.sealed import DeviceWrap
from domain.vault import devices as d
from domain.vault import role_keys as r
from domain.vault import statement_types as t
from domain.vault.key_log import KeyStatementAppended
from domain.vault.statements import Statement, read_signed
from projections.kernel import Projection, Rows
from projections.vault.tables import DEVICES, HOLDERS, LINKS, PEOPLE, PERSON_SALTS, ROLE_KEYS, WRAPS
from projections.wire import person, shape


def apply(rows: Rows, recorded: Recorded) -> None:
    match recorded.event:
        case KeyStatementAppended() as event:
            _statement(rows, recorded, read_signed(event.signed), event)
        case d.DevicePending() | d.DeviceAttached() as event:
            _device(rows, recorded, event)
        case d.DeviceRenamed(name_ref=name_ref):
            row = rows.get(DEVICES, recorded.entity_id)
            if row is not None:
                word = {**row["json"]["word"], "deviceName": person(name_ref)}
                json = {**row["json"], "word": word}
                rows.patch(DEVICES, recorded.entity_id, json=json)
        case d.DeviceRevoked():
            rows.patch(DEVICES, recorded.entity_id, state="revoked")
        case d.ViewSeen():
            row = rows.get(DEVICES, recorded.entity_id)
            if row is not None:
                rows.patch(PEOPLE, {"user_id": row["user_id"]}, seen_at=recorded.occurred_at)
        case r.RoleKeyCreated() | r.RoleKeyRolled() as event:
            for row in rows.select(WRAPS, role_id=event.role_id):
                rows.delete(WRAPS, {"role_id": event.role_id, "device_id": row["device_id"]})
            for wrap in event.wraps:
                _wrap(rows, wrap)
            if isinstance(event, r.RoleKeyRolled):
                _link(rows, event.role_id, event.generation, event.previous_sealed_b64u)
        case r.RoleKeyGranted(wrap=wrap):
            _wrap(rows, wrap)
        case r.RoleLinkAdded(generation=generation, previous_sealed_b64u=sealed):
            _link(rows, recorded.entity_id, generation, sealed)
        case r.RoleKeyWithdrawn(role_id=role_id, device_id=device_id):
            rows.delete(WRAPS, {"role_id": role_id, "device_id": device_id})
        case _:
            pass


PROJECTION = Projection(
    "keys",
    4,
    (DEVICES, PEOPLE, PERSON_SALTS, ROLE_KEYS, HOLDERS, WRAPS, LINKS),
    apply,
    (KeyStatementAppended, *d.DEVICE.events, *r.ROLE_KEYRING.events),
)


def _statement(rows: Rows, recorded: Recorded, statement: Statement, event: KeyStatementAppended) -> None:
    author = statement.header.user_id
    match statement.body:
        case t.DeviceAdd(how="genesis", user_id=user_id):
            salt_ref = event.person_salt_ref
            rows.put(PEOPLE, {"user_id": user_id}, capabilities=7, verified=True, person_salt_ref=salt_ref)
        case t.DeviceAdd(how="first", user_id=user_id):
            key = {"user_id": user_id, "statement_hash": unpadded(statement.hash)}
            rows.put(PERSON_SALTS, key, salt_ref=event.person_salt_ref, at=recorded.occurred_at)
        case t.DeviceRevoke(user_id=user_id, device_id=device_id):
            active = [row["id"] for row in rows.select(DEVICES, user_id=user_id, state="active")]
            if active == [device_id]:
                _end(rows, user_id)
            else:
                for row in rows.select(HOLDERS, user_id=user_id):
                    rows.patch(ROLE_KEYS, {"role_id": row["role_id"]}, roll_due=True)
        case t.UserVouch() as body:
            _vouch(rows, body)
        case t.UserPerson(user_id=user_id):
            rows.patch(PEOPLE, {"user_id": user_id}, person_salt_ref=event.person_salt_ref)
        case t.UserRemove(user_id=user_id):
            _end(rows, user_id)
        case t.CapabilitySet(user_id=user_id, bits=bits):
            rows.patch(PEOPLE, {"user_id": user_id}, capabilities=bits)
        case t.RoleCreate() | t.RoleRoll() as body:
            rows.put(
                ROLE_KEYS,
                {"role_id": body.role_id},
                generation=body.generation,
                public_key=unpadded(body.public),
                sign_public_key=unpadded(body.sign_public),
                roll_due=False,
                changed_at=recorded.occurred_at,
                personal=body.role_id == personal_role(statement.header.account_id, author),
                **({"name_salt": event.signed.salt_b64u} if isinstance(body, t.RoleCreate) else {}),
            )
            if isinstance(body, t.RoleCreate):
                key = {"role_id": body.role_id, "user_id": author}
                rows.put(HOLDERS, key, since=recorded.occurred_at)
        case t.RoleSet(role_id=role_id):
            rows.patch(ROLE_KEYS, {"role_id": role_id}, name_salt=event.signed.salt_b64u)
        case t.RoleAssign(role_id=role_id, user_id=user_id):
            rows.put(HOLDERS, {"role_id": role_id, "user_id": user_id}, since=recorded.occurred_at)
        case t.RoleUnassign(role_id=role_id, user_id=user_id):
            rows.delete(HOLDERS, {"role_id": role_id, "user_id": user_id})
            rows.patch(ROLE_KEYS, {"role_id": role_id}, roll_due=True)
        case _:
            pass


def _vouch(rows: Rows, body: t.UserVouch) -> None:
    verified = body.method in ("pairing", "code")
    key = {"user_id": body.user_id}
    known = rows.get(PEOPLE, key)
    if known is not None and rows.select(DEVICES, user_id=body.user_id, state="active"):
        rows.patch(PEOPLE, key, verified=known["verified"] or verified)
        return
    named = unpadded(body.device_add)
    salt = rows.get(PERSON_SALTS, {**key, "statement_hash": named})
    salt_ref = None if salt is None else salt["salt_ref"]
    rows.put(PEOPLE, key, capabilities=0, verified=verified, person_salt_ref=salt_ref)
    _forget_salts(rows, body.user_id)
    for row in rows.select(DEVICES, user_id=body.user_id, state="waiting"):
        if row["statement_hash"] == named:
            rows.patch(DEVICES, row["id"], state="active")


def _end(rows: Rows, user_id: UUID) -> None:
    rows.delete(PEOPLE, {"user_id": user_id})
    _forget_salts(rows, user_id)
    for row in rows.select(HOLDERS, user_id=user_id):
        rows.delete(HOLDERS, {"role_id": row["role_id"], "user_id": user_id})
        rows.patch(ROLE_KEYS, {"role_id": row["role_id"]}, roll_due=True)


def _forget_salts(rows: Rows, user_id: UUID) -> None:
    for row in rows.select(PERSON_SALTS, user_id=user_id):
        rows.delete(PERSON_SALTS, {"user_id": user_id, "statement_hash": row["statement_hash"]})


def _device(rows: Rows, recorded: Recorded, event: d.DevicePending | d.DeviceAttached) -> None:
    attached = isinstance(event, d.DeviceAttached)
    how = event.how if attached else "device"
    json: dict[str, Any] = {
        "deviceId": str(event.device_id),
        "word": {"deviceName": person(event.name_ref), "at": wire_time(recorded.occurred_at)},
    }
    if not attached:  # no statement names its card yet
        json["devicePublicKeyB64u"] = event.device_public_key_b64u
        json["signPublicKeyB64u"] = event.sign_public_key_b64u
        json["recovery"] = shape(event.recovery)
        json["authenticator"] = event.authenticator
        json["deviceSignatureB64u"] = event.device_signature_b64u
    key = {"user_id": event.user_id, "statement_hash": event.statement_hash if attached else ""}
    salt = rows.get(PERSON_SALTS, key)
    if salt is not None:
        json["personSaltB64u"] = person(salt["salt_ref"])
    if event.pairing_id_b64u is not None:
        json["pairingIdB64u"] = event.pairing_id_b64u
    if event.pairing_mac_b64u is not None:
        json["pairingMacB64u"] = event.pairing_mac_b64u
    rows.put(
        DEVICES,
        event.device_id,
        user_id=event.user_id,
        state=("waiting" if how == "first" else "active") if attached else "pending",
        device_public_key=event.device_public_key_b64u,
        sign_public_key=event.sign_public_key_b64u,
        statement_hash=event.statement_hash if attached else None,
        recovery=shape(event.recovery),
        announced_at=recorded.occurred_at,
        attached_at=recorded.occurred_at if attached else None,
        json=json,
    )


def _wrap(rows: Rows, wrap: DeviceWrap) -> None:
    rows.put(
        WRAPS,
        {"role_id": wrap.role_id, "device_id": wrap.device_id},
        generation=wrap.generation,
        user_id=wrap.user_id,
        device_public_key=wrap.device_public_key_b64u,
        json=shape(wrap),
    )


def _link(rows: Rows, role_id: UUID, generation: int, sealed: str) -> None:
    number = len(rows.select(LINKS, role_id=role_id, generation=generation))
    rows.put(LINKS, {"role_id": role_id, "generation": generation, "number": number}, sealed=sealed)
