"""What is shown of keys and what the key log decides by tell the same story, folded over the same history."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.ids import DeviceId, UserId
from domain.kernel import Event, PiiRef
from domain.records import unpadded
from domain.sealed import RecoveryEnvelope
from domain.vault.devices import DEVICE, AttachDevice, DeviceFacts, DeviceRevoked
from domain.vault.key_log import KEY_LOG, KeyLog, KeyStatementAppended
from domain.vault.key_log.decider import read_statement
from domain.vault.statement_types import DeviceAdd, DeviceRevoke, RoleCreate, RoleUnassign, UserRemove
from projections.vault.keys import PROJECTION
from projections.vault.tables import DEVICES, HOLDERS, PEOPLE, ROLE_KEYS
from tests.support.key_logs import BY_AUTHOR
from tests.support.lives import GENERATORS
from tests.support.lives.kinds import kinds_of
from tests.support.lives.steps import decided, walked
from tests.support.rows import MemoryRows, recorded
from tests.support.shapes import ACCOUNT, NOON

# What ends something for a person, after which the roles they held are due.
ENDING = (DeviceRevoke, UserRemove, RoleUnassign)


class Shown:
    """The rows of the read model, told each key statement and what the application does with it."""

    def __init__(self) -> None:
        self.rows = MemoryRows(ACCOUNT)
        self.log: KeyLog | None = None
        self.version = 0

    def tell(self, events: Iterable[Event]) -> None:
        for event in events:
            assert isinstance(event, KeyStatementAppended)
            before, self.log = self.log, KEY_LOG.fold([event], self.log)
            self._take(event, "key_log", ACCOUNT)
            self._follow(before, event)
            self.agree()

    def _take(self, event: Event, kind: str, entity: UUID) -> None:
        self.version += 1
        told = recorded(event, kind=kind, account_id=ACCOUNT, entity_id=entity, version=self.version, at=NOON)
        PROJECTION.apply(self.rows, told)

    def _follow(self, before: KeyLog | None, event: KeyStatementAppended) -> None:
        """A device that is added is attached, one that ends is revoked."""
        statement = read_statement(event)
        if isinstance(statement.body, DeviceAdd):
            body = statement.body
            attach = AttachDevice(
                DeviceId(body.device_id),
                body.how,  # pyright: ignore[reportArgumentType]
                unpadded(statement.hash),
                statement.header.seq,
                facts_of(body),
            )
            for attached in DEVICE.decide(attach, None, BY_AUTHOR):
                self._take(attached, "device", body.device_id)
        assert self.log is not None
        for device_id, device in (before.devices if before else {}).items():
            if device.state != "revoked" and self.log.devices[device_id].state == "revoked":
                self._take(DeviceRevoked("removed"), "device", device_id)

    def agree(self) -> None:
        assert self.log is not None
        of: Any = self.rows.of
        members = ("generation", "public_key", "roll_due", "personal")
        assert {row["role_id"]: tuple(row[name] for name in members) for row in of(ROLE_KEYS)} == {
            role_id: (role.generation, unpadded(role.public), role.roll_due, role.personal)
            for role_id, role in self.log.roles.items()
        }
        assert {(row["role_id"], row["user_id"]) for row in of(HOLDERS)} == {
            (role_id, user) for role_id, role in self.log.roles.items() for user in role.assigned
        }
        assert {row["user_id"]: (row["capabilities"], row["verified"]) for row in of(PEOPLE)} == {
            user: (person.capabilities, person.verified)
            for user, person in self.log.people.items()
            if person.vouched_for
        }
        assert {row["id"]: row["state"] for row in of(DEVICES)} == {
            device_id: device.state for device_id, device in self.log.devices.items()
        }


def facts_of(body: DeviceAdd) -> DeviceFacts:
    return DeviceFacts(
        user_id=UserId(body.user_id),
        name_ref=PiiRef("p1.device"),
        device_public_key_b64u=unpadded(body.agreement),
        sign_public_key_b64u=unpadded(body.signing),
        hash="D" * 43,
        device_signature_b64u="E" * 86,
        recovery=RecoveryEnvelope("A" * 152, "B" * 16, "C" * 22),
        authenticator=True,
    )


def test_each_kind_of_statement_is_shown_as_it_is_decided_by() -> None:
    generator = GENERATORS["key_log"]
    for life in walked(KEY_LOG, generator, kinds_of(KEY_LOG, generator)):
        shown, state = Shown(), life[-1].after
        for step in life:
            shown.tell(step.events)
        for ask in generator.offers(state, "next"):
            body = read_statement(ask.command).body
            if isinstance(body, ENDING) and (events := decided(KEY_LOG, ask, state)):
                deepcopy(shown).tell(events)


@given(data=st.data())
@settings(max_examples=25)
def test_whatever_is_said_is_shown_as_it_is_decided_by(data: st.DataObject) -> None:
    shown, offers = Shown(), GENERATORS["key_log"].offers
    for number in range(data.draw(st.integers(1, 15))):
        asks = [ask for ask in offers(shown.log, f"step {number}") if decided(KEY_LOG, ask, shown.log)]
        shown.tell(decided(KEY_LOG, data.draw(st.sampled_from(asks)), shown.log) or ())


def test_a_device_that_is_lost_beside_another_leaves_its_roles_due() -> None:
    shown = Shown()
    for wanted in (DeviceAdd, RoleCreate, DeviceAdd, DeviceRevoke):
        for ask in GENERATORS["key_log"].offers(shown.log, wanted.__name__):
            body = read_statement(ask.command).body
            others = isinstance(body, DeviceAdd) and body.how == "first"
            if type(body) is wanted and not others and (events := decided(KEY_LOG, ask, shown.log)):
                shown.tell(events)
                break
    assert [(row["roll_due"], row["generation"]) for row in shown.rows.of(ROLE_KEYS)] == [(True, 1)]
