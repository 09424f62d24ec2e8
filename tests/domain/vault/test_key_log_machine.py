"""Whatever people do in whatever order, server and clients keep one story, and somebody stays in charge."""

from __future__ import annotations

from uuid import UUID, uuid4

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from client.crypto.devices import DeviceKeys
from client.crypto.statements import Field
from tests.support.key_log_twice import Twice
from tests.support.parties import built_in, personal

PEOPLE = [UUID(int=number) for number in range(1, 5)]
ROLE_NAMES = ("owner", "admin", "member")


class KeyLogMachine(RuleBasedStateMachine):
    @initialize()
    def open_account(self) -> None:
        self.twice = Twice()
        self.party = self.twice.party
        owner = self.party.device_for(PEOPLE[0])
        self.twice.post(self.party.genesis_of(owner))
        self.devices = [owner]
        self.invites: list[UUID] = []
        for name in ROLE_NAMES:
            self.twice.post(self.party.create_of(owner, built_in(self.party.account, name)))
        admin = self.party.device_for(PEOPLE[1])
        self.twice.post(self.party.first_of(admin))
        self.devices.append(admin)
        assert self.say(owner, "user.vouch", **self.party.vouch_fields(admin))
        assert self.say(owner, "capability.set", user=admin.user, capabilities=3)
        for name in ROLE_NAMES[1:]:
            assert self.say(owner, "role.assign", role=built_in(self.party.account, name), user=admin.user)

    def pick(self, data: st.DataObject) -> DeviceKeys:
        """Mostly somebody who can do something, sometimes a device that is waiting or revoked."""
        active = [d for d in self.devices if self.party.log.known.is_active(d.user, d.id)]
        return data.draw(st.sampled_from(active if data.draw(st.integers(0, 4)) else self.devices))

    def role(self, data: st.DataObject) -> UUID:
        names = [built_in(self.party.account, name) for name in ROLE_NAMES]
        own = [personal(self.party.account, person) for person in PEOPLE]
        return data.draw(st.sampled_from([*names, *own] if data.draw(st.booleans()) else names))

    def say(self, by: DeviceKeys, type_: str, **fields: Field) -> bool:
        return self.twice.try_post(self.party.sign(by, type_, fields))

    @rule(person=st.sampled_from(PEOPLE))
    def somebody_comes(self, person: UUID) -> None:
        device = self.party.device_for(person)
        if self.twice.try_post(self.party.first_of(device)):
            self.devices.append(device)

    @rule(data=st.data())
    def somebody_adds_a_device(self, data: st.DataObject) -> None:
        by = self.pick(data)
        device = self.party.device_for(by.user)
        if self.twice.try_post(self.party.add_of(by, device)):
            self.devices.append(device)

    @rule(data=st.data(), method=st.sampled_from(["pairing", "code", "unverified"]))
    def somebody_vouches(self, data: st.DataObject, method: str) -> None:
        waiting = [d for d in self.devices if self.party.log.known.devices[d.id].state == "waiting"]
        by = self.pick(data)
        device = data.draw(st.sampled_from(waiting)) if waiting else self.pick(data)
        invite = data.draw(st.sampled_from([None, *self.invites]))
        self.say(by, "user.vouch", **self.party.vouch_fields(device, method, invite))

    @rule(data=st.data())
    def somebody_makes_or_restarts_a_role(self, data: st.DataObject) -> None:
        role = self.role(data)
        known = self.party.log.known.roles.get(role)
        before = dict(self.party.secrets)
        entry = self.party.create_of(self.pick(data), role, (known.generation if known else 0) + 1)
        if not self.twice.try_post(entry):
            self.party.secrets = before

    @rule(data=st.data())
    def somebody_rolls(self, data: st.DataObject) -> None:
        role = self.role(data)
        if role in self.party.log.known.roles:
            before = dict(self.party.secrets)
            if not self.twice.try_post(self.party.roll_of(self.pick(data), role)):
                self.party.secrets = before

    @rule(
        data=st.data(),
        person=st.sampled_from(PEOPLE),
        type_=st.sampled_from(["role.assign", "role.unassign"]),
    )
    def somebody_gives_or_takes_a_role(self, data: st.DataObject, person: UUID, type_: str) -> None:
        self.say(self.pick(data), type_, role=self.role(data), user=person)

    @rule(data=st.data(), person=st.sampled_from(PEOPLE), bits=st.sampled_from([0, 1, 3, 7]))
    def somebody_sets_capabilities(self, data: st.DataObject, person: UUID, bits: int) -> None:
        self.say(self.pick(data), "capability.set", user=person, capabilities=bits)

    @rule(data=st.data())
    def somebody_revokes(self, data: st.DataObject) -> None:
        target = self.pick(data)
        self.say(self.pick(data), "device.revoke", user=target.user, device=target.id, reason="lost")

    @rule(data=st.data(), person=st.sampled_from(PEOPLE))
    def somebody_removes(self, data: st.DataObject, person: UUID) -> None:
        self.say(self.pick(data), "user.remove", user=person, reason="removed")

    @rule(data=st.data())
    def somebody_invites(self, data: st.DataObject) -> None:
        custodian, invite = self.role(data), uuid4()
        known = self.party.log.known.roles.get(custodian)
        taken = self.say(
            self.pick(data),
            "invite.create",
            invite=invite,
            role=self.role(data),
            custodianRole=custodian,
            custodianGeneration=known.generation if known else 1,
            expiresAt=self.party.now + 1000,
            boxHash=bytes(32),
        )
        if taken:
            self.invites.append(invite)

    @rule(data=st.data(), verified=st.integers(0, 1), own=st.integers(0, 1))
    def somebody_sets_the_policy(self, data: st.DataObject, verified: int, own: int) -> None:
        self.say(
            self.pick(data),
            "account.policy",
            version=self.party.log.known.policy.version + 1,
            lowestSuite=1,
            requireVerified=verified,
            requireAuthenticators=0,
            allowCache=1,
            allowPersonal=own,
            letInByItself=1,
        )

    @invariant()
    def somebody_is_in_charge(self) -> None:
        known = self.party.log.known
        assert any(known.may(user, 4) and known.active_devices(user) for user in known.members)

    @invariant()
    def every_holder_of_a_role_may_read_it(self) -> None:
        known = self.party.log.known
        for role in known.roles.values():
            assert all(known.active_devices(user) for user in role.assigned)

    @invariant()
    def no_client_found_a_reason_for_an_alarm(self) -> None:
        assert self.party.log.refused == []


TestKeyLog = KeyLogMachine.TestCase
TestKeyLog.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
