"""Coming back: the server's half of the cache, signs of life, and recovery with the file (flows 11, 15)."""

from __future__ import annotations

import hashlib
import secrets
from uuid import UUID

from client.crypto import base64url, recovery_file
from client.crypto.box import Box
from client.crypto.devices import open_with_recovery
from client.crypto.statements import NO_HASH
from client.member import Member
from infrastructure.postgres import open_pool
from infrastructure.vault.chores import VaultChores
from tests.api.vault.conftest import Household, refused

SHARE = "/api/auth/device/unlock-share"


async def test_the_share_is_for_the_session_that_stored_it(household: Household) -> None:
    owner = await household.owner()
    share = base64url.encode(secrets.token_bytes(32))
    device = str(owner.device.id)
    assert await refused(owner.api.get(SHARE, deviceId=device)) == (404, "no_share")
    kept = await owner.api.put(SHARE, {"deviceId": device, "shareB64u": share})
    found = await owner.api.get(SHARE, deviceId=device)
    tied = "select count(*) from read.sessions where device_id = %s and not ended"
    assert await household.house.rows(tied, (owner.device.id,)) == [(1,)]
    assert found["shareB64u"] == share
    assert found["expiresAt"] >= kept["expiresAt"]
    other = await household.owner()
    assert await refused(other.api.get(SHARE, deviceId=device)) == (404, "no_share")
    body = {"deviceId": device, "shareB64u": share}
    assert await refused(other.api.put(SHARE, body)) == (404, "no_share")
    assert await owner.api.delete(SHARE, deviceId=device) == {"success": True}
    assert await refused(owner.api.get(SHARE, deviceId=device)) == (404, "no_share")


async def test_the_share_goes_with_the_session(household: Household) -> None:
    owner = await household.owner()
    body = {"deviceId": str(owner.device.id), "shareB64u": base64url.encode(bytes(32))}
    await owner.api.put(SHARE, body)
    kept = "select count(*) from vault.unlock_share where device_id = %s"
    assert await household.house.rows(kept, (owner.device.id,)) == [(1,)]
    await owner.api.post("/api/auth/sign-out", {})
    assert await household.house.rows(kept, (owner.device.id,)) == [(0,)]


async def test_what_ran_out_is_dropped(household: Household) -> None:
    owner = await household.owner()
    body = {"deviceId": str(owner.device.id), "shareB64u": base64url.encode(bytes(32))}
    await owner.api.put(SHARE, body)
    own = (owner.device.id,)
    set_back = "update vault.unlock_share set expires_at = now() - interval '1 hour' where device_id = %s"
    await household.house.rows(set_back + " returning 1", own)
    pool = open_pool(household.house.settings.database_url, size=1)
    await pool.open()
    try:
        await VaultChores(pool).drop_what_is_due()
    finally:
        await pool.close()
    kept = "select count(*) from vault.unlock_share where device_id = %s"
    assert await household.house.rows(kept, own) == [(0,)]


async def test_the_share_runs_out_after_a_day_without_use(household: Household) -> None:
    owner = await household.owner()
    share = base64url.encode(secrets.token_bytes(32))
    device = str(owner.device.id)
    await owner.api.put(SHARE, {"deviceId": device, "shareB64u": share})
    household.house.clock.advance(hours=23)
    assert (await owner.api.get(SHARE, deviceId=device))["shareB64u"] == share
    household.house.clock.advance(hours=23)
    assert (await owner.api.get(SHARE, deviceId=device))["shareB64u"] == share
    household.house.clock.advance(hours=25)
    assert await refused(owner.api.get(SHARE, deviceId=device)) == (404, "no_share")


async def test_a_policy_can_switch_the_cache_off(household: Household) -> None:
    owner = await household.owner()
    policy = {"version": 2, "lowestSuite": 1, "requireVerified": 1, "requireAuthenticators": 0}
    await owner.post("account.policy", {**policy, "allowCache": 0, "allowPersonal": 1, "letInByItself": 1})
    body = {"deviceId": str(owner.device.id), "shareB64u": base64url.encode(bytes(32))}
    assert await refused(owner.api.put(SHARE, body)) == (400, "cache_off")


async def test_a_reader_gives_signs_of_life(household: Household) -> None:
    owner = await household.owner()
    size = owner.ledger.view.size

    async def see(seq: int, previous: bytes) -> bytes:
        fields = {"kind": "view", "id": owner.device.id}
        signed = owner.writer.content("view.seen", seq, previous, fields, *owner.now)
        item = {
            "statementB64u": base64url.encode(signed.statement.raw),
            "signatureB64u": base64url.encode(signed.signatures[0]),
        }
        await owner.api.post("/api/auth/keys/log", {"items": [item]})
        return signed.statement.hash

    async def seen() -> list[bytes]:
        asked = {"objects": [{"kind": "view", "id": str(owner.device.id), "after": 0}]}
        await household.house.follow()
        (chain,) = await owner.api.post("/api/auth/keys/chain", asked)
        return [base64url.decode(one["statementB64u"]) for one in chain["statements"]]

    assert await seen() == []
    first = await see(1, NO_HASH)
    assert [hashlib.sha256(said).digest() for said in await seen()] == [first]
    await see(2, first)
    assert await refused(see(2, first)) == (409, "revision_conflict")
    await owner.ledger.sync()
    assert owner.ledger.view.size == size + 2


async def test_a_lost_browser_is_recovered_by_the_file(household: Household) -> None:
    owner = await household.owner()
    role = owner.built_in("owner")
    before = await owner.roles.secret(role)
    assert owner.ledger.pin is not None
    written = recovery_file.write(
        recovery_file.RecoveryFile(owner.recovery_secret, owner.account_id, owner.device.id, owner.ledger.pin)
    )

    # In a new browser, with nothing but the file.
    assert await refused(owner.api.get("/api/auth/device/recovery")) == (400, "step_up_required")
    await household.confirmed(owner)
    (found,) = await owner.api.get("/api/auth/device/recovery")
    assert await household.house.facts("recovery.read") >= 1
    letters = await household.house.letters((await owner.api.get("/api/auth/get-session"))["user"]["email"])
    assert [letter.template for letter in letters][-1] == "recovery_read"
    file = recovery_file.read(written)
    # The key log says which keys the device has: the answer only which envelope is whose.
    public = owner.log.known.devices[UUID(found["deviceId"])].public
    keys = open_with_recovery(Box.from_json(found["recovery"]), public, file.secret)
    assert keys == owner.device
    old = Member(owner.api, owner.account_id, owner.user_id, pin=file.pin, clock=household.clock, device=keys)
    old.recovery = Box.from_json(found["recovery"])
    new = await household.second(owner)
    answer = await new.recovered_by(old)
    assert answer["pending"] is False
    assert set(answer["missingRoles"]) == {str(new.built_in(key)) for key in ("owner", "admin", "member")}
    await household.house.follow()
    await old.roles.grant_missing()
    await household.house.follow()
    assert await new.roles.secret(role) == before
    await new.post("device.revoke", {"user": new.user_id, "device": keys.id, "reason": "recovered"})
    await household.house.follow()
    assert new.log.known.roles[role].roll_due
    key = base64url.encode(keys.agreement.public)
    assert await new.api.get("/roles/wraps", devicePublicKeyB64u=key) == []
    await new.roll_what_is_due()
    assert new.log.known.roles[role].generation == 2
    assert await household.house.facts("device.recovery_used") == 1


async def test_envelopes_are_given_out_five_times_a_day(household: Household) -> None:
    owner = await household.owner()
    await household.confirmed(owner)
    for _ in range(5):
        assert len(await owner.api.get("/api/auth/device/recovery")) == 1
    assert await refused(owner.api.get("/api/auth/device/recovery")) == (429, "recovery_limit")
    household.house.clock.advance(days=1)
    await household.confirmed(owner)
    assert len(await owner.api.get("/api/auth/device/recovery")) == 1
