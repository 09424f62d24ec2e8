"""Passkeys, row by row of auth-wire.md section 7."""

import asyncio
from typing import Any

import pytest

from tests.support.authenticator import Authenticator, from_b64u
from tests.support.door import ORIGIN, Browser, Door, an_address


def an_authenticator(**unusual: Any) -> Authenticator:
    return Authenticator(**{"origin": ORIGIN, "rp_id": "coffer.test", **unusual})


async def options_for(browser: Browser, **query: str) -> dict[str, Any]:
    answer = await browser.get("/passkey/generate-register-options", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def added(browser: Browser, authenticator: Authenticator, name: str | None = "Laptop"):
    response = authenticator.register(await options_for(browser))
    return await browser.post("/passkey/verify-registration", {"response": response, "name": name})


async def signed(browser: Browser, authenticator: Authenticator, **how: Any):
    options = (await browser.get("/passkey/generate-authenticate-options")).json()
    response = authenticator.sign(options, **how)
    return await browser.post("/passkey/verify-authentication", {"response": response})


async def with_passkey(door: Door, **unusual: Any) -> tuple[Browser, Authenticator]:
    browser, authenticator = door.browser(), an_authenticator(**unusual)
    await browser.registered(an_address())
    answer = await added(browser, authenticator)
    assert answer.status_code == 200, answer.text
    return browser, authenticator


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_the_options_are_those_of_the_wire(door: Door):
    browser, email = door.browser(), an_address()
    await browser.registered(email)
    options = await options_for(browser, authenticatorAttachment="platform", name="Ann")
    assert len(from_b64u(options.pop("challenge"))) == 32
    user_id = options["user"].pop("id")
    assert 1 <= len(from_b64u(user_id)) <= 64
    assert options == {
        "rp": {"name": "Coffer", "id": "coffer.test"},
        "user": {"name": "Ann", "displayName": email},
        "pubKeyCredParams": [{"alg": alg, "type": "public-key"} for alg in (-8, -7, -257)],
        "timeout": 60000,
        "attestation": "none",
        "hints": [],
        "extensions": {"credProps": True},
        "excludeCredentials": [],
        "authenticatorSelection": {
            "residentKey": "preferred",
            "requireResidentKey": False,
            "userVerification": "preferred",
            "authenticatorAttachment": "platform",
        },
    }
    plain = await options_for(browser)
    assert "authenticatorAttachment" not in plain["authenticatorSelection"]
    assert plain["user"] == {"id": user_id, "name": email, "displayName": email}
    odd = await browser.get("/passkey/generate-register-options", params={"authenticatorAttachment": "x"})
    assert refusal(odd) == (400, "VALIDATION_ERROR")
    assert odd.json()["message"].startswith("[query.authenticatorAttachment] ")


async def test_a_passkey_is_added_listed_and_excluded_from_then_on(door: Door):
    browser, authenticator = door.browser(), an_authenticator(synced=True)
    user = await browser.registered(an_address())
    passkey = (await added(browser, authenticator, "Laptop")).json()
    assert passkey["name"] == "Laptop"
    assert passkey["userId"] == user["id"]
    assert from_b64u(passkey["credentialID"]) == authenticator.credential_id
    assert (passkey["deviceType"], passkey["backedUp"]) == ("multiDevice", True)
    assert passkey["transports"] == "internal,hybrid"
    assert passkey["aaguid"] == "00000000-0000-0000-0000-000000000000"
    listed = (await browser.get("/passkey/list-user-passkeys")).json()
    assert listed == [passkey]
    excluded = (await options_for(browser))["excludeCredentials"]
    assert [each["id"] for each in excluded] == [passkey["credentialID"]]


async def test_a_passkey_opens_a_session_and_counts(door: Door):
    browser, authenticator = await with_passkey(door)
    owner = (await browser.session())["user"]
    other = door.browser()
    answer = await signed(other, authenticator)
    assert answer.status_code == 200, answer.text
    assert answer.json()["user"]["id"] == owner["id"]
    assert answer.json()["session"]["userId"] == owner["id"]
    assert (await other.session())["session"]["id"] == answer.json()["session"]["id"]
    counter = (await browser.get("/passkey/list-user-passkeys")).json()[0]["counter"]
    assert counter == authenticator.counter == 1


async def test_an_authenticator_that_never_counts_may_sign_again(door: Door):
    _, authenticator = await with_passkey(door, synced=True)
    for _ in range(2):
        assert (await signed(door.browser(), authenticator, counted=False)).status_code == 200


async def test_a_counter_that_does_not_grow_is_a_copy(door: Door):
    _, authenticator = await with_passkey(door)
    assert (await signed(door.browser(), authenticator)).status_code == 200
    again = await signed(door.browser(), authenticator, counted=False)
    assert refusal(again) == (400, "AUTHENTICATION_FAILED")


async def test_an_email_in_the_request_tells_nothing(door: Door):
    email, browser = an_address(), door.browser()
    await browser.registered(email)
    await added(browser, an_authenticator())
    stranger = door.browser()
    for body in ({"email": email}, {}, None):
        options = (await stranger.post("/passkey/generate-authenticate-options", body)).json()
        assert options.keys() == {"challenge", "rpId", "timeout", "userVerification"}
    own = (await browser.post("/passkey/generate-authenticate-options")).json()
    assert len(own["allowCredentials"]) == 1


async def test_a_challenge_is_good_for_one_answer(door: Door):
    _, authenticator = await with_passkey(door)
    browser = door.browser()
    options = (await browser.get("/passkey/generate-authenticate-options")).json()
    kept = dict(browser.http.cookies)
    first = await browser.post("/passkey/verify-authentication", {"response": authenticator.sign(options)})
    assert first.status_code == 200
    replay = door.browser()
    replay.http.cookies.update(kept)
    again = await replay.post("/passkey/verify-authentication", {"response": authenticator.sign(options)})
    assert refusal(again) == (400, "CHALLENGE_NOT_FOUND")


async def test_of_simultaneous_answers_one_wins(door: Door):
    _, authenticator = await with_passkey(door)
    browser = door.browser()
    options = (await browser.get("/passkey/generate-authenticate-options")).json()
    body = {"response": authenticator.sign(options)}
    answers = await asyncio.gather(*(browser.post("/passkey/verify-authentication", body) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * 7


async def test_a_challenge_is_used_up_by_a_wrong_answer(door: Door):
    _, authenticator = await with_passkey(door)
    browser = door.browser()
    options = (await browser.get("/passkey/generate-authenticate-options")).json()
    wrong = an_authenticator().sign(options)
    assert refusal(await browser.post("/passkey/verify-authentication", {"response": wrong})) == (
        401,
        "PASSKEY_NOT_FOUND",
    )
    right = await browser.post("/passkey/verify-authentication", {"response": authenticator.sign(options)})
    assert refusal(right) == (400, "CHALLENGE_NOT_FOUND")


async def test_a_challenge_ends_after_five_minutes(door: Door):
    _, authenticator = await with_passkey(door)
    browser = door.browser()
    options = (await browser.get("/passkey/generate-authenticate-options")).json()
    door.clock.advance(seconds=300)
    late = await browser.post("/passkey/verify-authentication", {"response": authenticator.sign(options)})
    assert refusal(late) == (400, "CHALLENGE_NOT_FOUND")


async def test_a_challenge_of_the_other_ceremony_is_none(door: Door):
    browser, authenticator = await with_passkey(door)
    options = await options_for(browser)
    answer = await browser.post("/passkey/verify-authentication", {"response": authenticator.sign(options)})
    assert refusal(answer) == (400, "CHALLENGE_NOT_FOUND")


async def test_without_the_cookie_there_is_no_challenge(door: Door):
    _, authenticator = await with_passkey(door)
    options = (await door.browser().get("/passkey/generate-authenticate-options")).json()
    answer = await door.browser().post(
        "/passkey/verify-authentication", {"response": authenticator.sign(options)}
    )
    assert refusal(answer) == (400, "CHALLENGE_NOT_FOUND")


async def test_a_wrong_signature_is_noted_and_refused(door: Door):
    _, authenticator = await with_passkey(door)
    thief = an_authenticator(credential_id=authenticator.credential_id)
    before = await door.facts("sign_in.failed")
    assert refusal(await signed(door.browser(), thief)) == (401, "AUTHENTICATION_FAILED")
    assert await door.facts("sign_in.failed") == before + 1


@pytest.mark.parametrize("unusual", [{"origin": "https://evil.test"}, {"rp_id": "evil.test"}])
async def test_another_origin_or_party_is_refused(door: Door, unusual: dict[str, str]):
    browser, authenticator = await with_passkey(door)
    for member, value in unusual.items():
        setattr(authenticator, member, value)
    assert refusal(await signed(door.browser(), authenticator)) == (400, "AUTHENTICATION_FAILED")
    stranger = an_authenticator(**unusual)
    assert refusal(await added(browser, stranger)) == (400, "FAILED_TO_VERIFY_REGISTRATION")


@pytest.mark.parametrize(
    "response",
    [
        {},
        {"id": 1},
        {"id": "\x00", "rawId": "\x00", "type": "public-key", "response": {}},
        {"id": "x", "rawId": "x", "type": "public-key", "response": {}},
        {
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "response": {"clientDataJSON": "e30", "attestationObject": "oA", "transports": [{}, 1]},
        },
    ],
)
async def test_malformed_answers_are_refusals(door: Door, response: dict[str, Any]):
    browser, _ = await with_passkey(door)
    await options_for(browser)
    registration = await browser.post("/passkey/verify-registration", {"response": response})
    assert refusal(registration) == (400, "FAILED_TO_VERIFY_REGISTRATION")
    await browser.get("/passkey/generate-authenticate-options")
    authentication = await browser.post("/passkey/verify-authentication", {"response": response})
    assert refusal(authentication) == (401, "PASSKEY_NOT_FOUND")


async def test_another_persons_challenge_registers_nothing(door: Door):
    mine, theirs = door.browser(), door.browser()
    await mine.registered(an_address())
    await theirs.registered(an_address())
    options = await options_for(theirs)
    name = "__Secure-better-auth.better-auth-passkey"
    mine.http.cookies.set(name, theirs.http.cookies[name], domain="coffer.test", path="/")
    answer = await mine.post(
        "/passkey/verify-registration", {"response": an_authenticator().register(options)}
    )
    assert refusal(answer) == (401, "YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY")


async def test_one_credential_belongs_to_one_person(door: Door):
    _, authenticator = await with_passkey(door)
    browser = door.browser()
    await browser.registered(an_address())
    assert refusal(await added(browser, authenticator)) == (400, "FAILED_TO_VERIFY_REGISTRATION")


async def test_adding_needs_a_fresh_session_which_a_refresh_does_not_make(door: Door):
    browser = door.browser()
    await browser.registered(an_address())
    door.clock.advance(hours=24)
    assert await browser.session() is not None
    stale = await browser.get("/passkey/generate-register-options")
    assert (stale.status_code, stale.json()) == (
        403,
        {"message": "Session is not fresh", "code": "SESSION_NOT_FRESH"},
    )
    assert refusal(await door.browser().get("/passkey/generate-register-options")) == (401, "UNAUTHORIZED")


async def test_names_are_the_persons_own_and_sealed(door: Door):
    browser = door.browser()
    await browser.registered(an_address())
    passkey = (await added(browser, an_authenticator(), "Canary Laptop")).json()
    assert passkey["name"] == "Canary Laptop"
    refs = await door.rows("select name_ref from read.passkeys where id = %s", (passkey["id"],))
    assert "Canary" not in refs[0][0]
    unnamed = (await added(browser, an_authenticator(), None)).json()
    assert unnamed["name"] == "Passkey"
