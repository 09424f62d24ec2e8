"""What a provider's word has to prove: every token that does not is refused, and nobody is let in."""

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc.jwk import RSAKey

from tests.support.door import Door, an_address, an_open_door
from tests.support.forger import TENANT, Forger, a_forger
from tests.support.providers import Traveller, query_of, settings_of

OTHER_TENANT = "9f1dd19c-4a6f-4a1c-8d6a-6f2f5d1f9f10"
UNKNOWN = "/login?error=unable_to_get_user_info"
NOW = datetime.now(UTC).replace(microsecond=0)


@pytest.fixture(scope="module")
def forgery() -> Iterator[Forger]:
    with a_forger() as forger:
        yield forger


@pytest.fixture(scope="module")
async def door(
    module_product_database_url: str,
    valkey_url: str,
    tmp_path_factory: pytest.TempPathFactory,
    forgery: Forger,
) -> AsyncIterator[Door]:
    mail: Path = tmp_path_factory.mktemp("mail")
    settings = settings_of(forgery.google, forgery.microsoft)
    async with an_open_door(module_product_database_url, valkey_url, mail, **settings) as door:
        door.clock.now = NOW
        yield door


@pytest.fixture
def forger(forgery: Forger, door: Door) -> Forger:
    """Honest again, and its keys are read again."""
    door.clock.advance(hours=2)
    forgery.be_honest()
    forgery.asked.clear()
    forgery.forms.clear()
    return forgery


@pytest.fixture
def somebody(door: Door) -> Traveller:
    return Traveller(door.browser())


def seconds(now: datetime, **by: float) -> int:
    return int((now + timedelta(**by)).timestamp())


async def ends_with(traveller: Traveller, forger: Forger, token: Any, provider: str = "google") -> str:
    """Where the browser ends when the code is worth this token, made from nonce and moment."""
    left = query_of(await traveller.leave(provider))
    made = token(left["nonce"], traveller.browser.door.clock.now)
    forger.hand_out(made)
    answer = await traveller.browser.get(f"/callback/{provider}?code=c&state={left['state']}")
    if answer.headers["Location"] != "/dashboard":
        assert await traveller.browser.session() is None
    return answer.headers["Location"]


@pytest.mark.parametrize("provider", ["google", "microsoft"])
async def test_an_honest_token_is_believed(forger: Forger, somebody: Traveller, provider: str):
    def honest(nonce: str, now: datetime) -> str:
        return forger.token(forger.claims(now, provider=provider, nonce=nonce, email=an_address()))

    assert await ends_with(somebody, forger, honest, provider) == "/dashboard"
    (form,) = forger.forms
    assert len(form.pop("code_verifier")) == 128
    assert form == {
        "grant_type": "authorization_code",
        "code": "c",
        "redirect_uri": f"https://coffer.test/api/auth/callback/{provider}",
        "client_id": f"coffer-{provider}",
        "client_secret": f"secret-of-coffer-at-{provider}",
    }


LIES: dict[str, dict[str, Any]] = {
    "another issuer": {"iss": "https://evil.example"},
    "no issuer": {"iss": None},
    "another audience": {"aud": "somebody-else"},
    "no audience": {"aud": None},
    "an audience of several without who asked": {"aud": ["coffer-google", "somebody-else"]},
    "asked for by another": {"azp": "somebody-else"},
    "no subject": {"sub": None},
    "a subject that is no text": {"sub": 7},
    "a subject without end": {"sub": "s" * 256},
    "another nonce": {"nonce": "another"},
    "no nonce": {"nonce": None},
    "no end": {"exp": None},
    "an end that is no time": {"exp": "tomorrow"},
    "no beginning": {"iat": None},
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
async def test_a_claim_that_does_not_fit_lets_nobody_in(
    forger: Forger, somebody: Traveller, lie: dict[str, Any]
):
    def lying(nonce: str, now: datetime) -> str:
        return forger.token({**forger.claims(now, nonce=nonce, email=an_address()), **lie})

    assert await ends_with(somebody, forger, lying) == UNKNOWN


TIMES: dict[str, dict[str, dict[str, float]]] = {
    "expired": {"exp": {"seconds": -61}},
    "not yet good": {"nbf": {"seconds": 61}},
    "issued in the future": {"iat": {"seconds": 61}},
    "issued long ago": {"iat": {"hours": -1, "seconds": -61}},
}


@pytest.mark.parametrize("when", TIMES.values(), ids=TIMES)
async def test_a_token_is_good_for_its_time_only(
    forger: Forger, somebody: Traveller, when: dict[str, dict[str, float]]
):
    def late(nonce: str, now: datetime) -> str:
        times = {claim: seconds(now, **by) for claim, by in when.items()}
        return forger.token(forger.claims(now, nonce=nonce, email=an_address(), **times))

    assert await ends_with(somebody, forger, late) == UNKNOWN


TENANTS: dict[str, dict[str, Any]] = {
    "a tenant that is not the issuer's": {"tid": OTHER_TENANT},
    "an issuer that is not the tenant's": {"iss": f"https://login.microsoftonline.com/{TENANT}/v2.0"},
    "no tenant": {"tid": None},
    "a tenant that is an address": {"tid": f"{TENANT}/v2.0?"},
    "no object id": {"oid": None},
}


@pytest.mark.parametrize("lie", TENANTS.values(), ids=TENANTS)
async def test_microsoft_speaks_for_the_tenant_of_the_token_only(
    forger: Forger, somebody: Traveller, lie: dict[str, Any]
):
    def lying(nonce: str, now: datetime) -> str:
        claims = forger.claims(now, provider="microsoft", nonce=nonce, email=an_address())
        return forger.token({**claims, **lie})

    assert await ends_with(somebody, forger, lying, "microsoft") == UNKNOWN


@pytest.mark.parametrize(
    ("issuer", "end"),
    [("{tenantid}", "/dashboard"), (TENANT, "/dashboard"), (OTHER_TENANT, UNKNOWN)],
    ids=["of all tenants", "of this tenant", "of another tenant"],
)
async def test_a_key_speaks_for_its_own_issuer(forger: Forger, somebody: Traveller, issuer: str, end: str):
    forger.publish(forger.key, issuer=f"{forger.origin}/{issuer}/v2.0")

    def honest(nonce: str, now: datetime) -> str:
        claims = forger.claims(now, provider="microsoft", nonce=nonce, email=an_address())
        return forger.token({**claims, "oid": f"o-{issuer}"})

    assert await ends_with(somebody, forger, honest, "microsoft") == end


@pytest.mark.parametrize("said", [False, "true", 1, None])
async def test_only_a_plain_yes_proves_an_address(forger: Forger, somebody: Traveller, said: Any):
    def vague(nonce: str, now: datetime) -> str:
        claims = forger.claims(now, nonce=nonce, email=an_address(), sub=f"unproven {said}")
        return forger.token({**claims, "email_verified": said})

    assert await ends_with(somebody, forger, vague) == "/login?error=account_not_linked"


@pytest.mark.parametrize("address", [None, "", "nobody", 7, ["ann@example.com"], "a@b.c\r\nbcc: d@e.f"])
async def test_what_is_no_address_is_none(forger: Forger, somebody: Traveller, address: Any):
    def odd(nonce: str, now: datetime) -> str:
        return forger.token(forger.claims(now, nonce=nonce, email=address))

    assert await ends_with(somebody, forger, odd) == "/login?error=email_not_found"


def by_hand(claims: str, algorithm: str, secret: bytes | None = None) -> str:
    """A token as no library makes one."""
    header = {"alg": algorithm, "kid": "first"}
    signed = f"{_text(json.dumps(header).encode())}.{claims}"
    signature = b"" if secret is None else hmac.digest(secret, signed.encode(), "sha256")
    return f"{signed}.{_text(signature)}"


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.mark.parametrize("algorithm", ["none", "None", "RS256", "HS256"])
async def test_a_token_without_a_signature_proves_nothing(
    forger: Forger, somebody: Traveller, algorithm: str
):
    def bare(nonce: str, now: datetime) -> str:
        signed = forger.token(forger.claims(now, nonce=nonce, email=an_address()))
        return by_hand(signed.split(".")[1], algorithm)

    assert await ends_with(somebody, forger, bare) == UNKNOWN


@pytest.mark.parametrize("form", ["pem", "der", "secret"])
async def test_a_public_key_or_our_own_secret_is_no_shared_one(
    forger: Forger, somebody: Traveller, form: str
):
    public = forger.key.public_key
    shared = {
        "pem": public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        "der": public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
        "secret": b"secret-of-coffer-at-google",
    }[form]

    def confused(nonce: str, now: datetime) -> str:
        signed = forger.token(forger.claims(now, nonce=nonce, email=an_address()))
        return by_hand(signed.split(".")[1], "HS256", shared)

    assert await ends_with(somebody, forger, confused) == UNKNOWN


@pytest.mark.parametrize("kid", ["first", "second", None])
async def test_a_key_that_was_not_published_signs_nothing(
    forger: Forger, somebody: Traveller, kid: str | None
):
    own = RSAKey.generate_key(2048, {"kid": "second"})

    def foreign(nonce: str, now: datetime) -> str:
        claims = forger.claims(now, nonce=nonce, email=an_address())
        # Nor does it help to bring the key along.
        return forger.token(claims, key=own, kid=kid, jwk=own.as_dict(private=False))

    assert await ends_with(somebody, forger, foreign) == UNKNOWN


async def test_what_was_changed_after_signing_is_not_believed(forger: Forger, somebody: Traveller):
    def changed(nonce: str, now: datetime) -> str:
        honest = forger.claims(now, nonce=nonce, email=an_address())
        header, _, signature = forger.token(honest).split(".")
        claims = forger.token({**honest, "sub": "somebody else"}).split(".")[1]
        return f"{header}.{claims}.{signature}"

    assert await ends_with(somebody, forger, changed) == UNKNOWN


@pytest.mark.parametrize("token", ["", "a.b.c", "e30.e30.e30", "é.é.é", ".." * 40, "a" * 20_000, None, 7])
async def test_what_is_no_token_is_none(forger: Forger, somebody: Traveller, token: Any):
    assert await ends_with(somebody, forger, lambda _nonce, _now: token) == UNKNOWN


SILENCE: dict[str, tuple[int, Any]] = {
    "a refusal": (400, {"error": "invalid_grant"}),
    "a fault": (500, b"oops"),
    "no JSON": (200, b"<html>"),
    "no object": (200, []),
    "too much": (200, b" " * 300_000),
    "a detour": (302, {}),
}


@pytest.mark.parametrize("said", SILENCE.values(), ids=SILENCE)
async def test_a_code_that_is_not_answered_is_not_good(
    forger: Forger, somebody: Traveller, said: tuple[int, Any]
):
    left = query_of(await somebody.leave())
    forger.answers["/token"] = said
    answer = await somebody.browser.get(f"/callback/google?code=c&state={left['state']}")
    assert answer.headers["Location"] == "/login?error=invalid_code"
    assert "/elsewhere" not in forger.asked


async def test_keys_are_read_once_an_hour_and_again_when_a_new_one_signs(door: Door, forger: Forger):
    second = RSAKey.generate_key(2048, {"kid": "second", "use": "sig"})

    def by(key: RSAKey) -> Any:
        return lambda nonce, now: forger.token(
            forger.claims(now, nonce=nonce, email=an_address()), key=key, kid=key.kid
        )

    async def sign_in(key: RSAKey) -> str:
        return await ends_with(Traveller(door.browser()), forger, by(key))

    assert [await sign_in(forger.key) for _ in range(3)] == ["/dashboard"] * 3
    assert forger.asked.count("/keys") == 1
    # Whoever makes up key ids does not make us ask all the time.
    assert [await sign_in(second) for _ in range(3)] == [UNKNOWN] * 3
    assert forger.asked.count("/keys") == 1
    forger.publish(forger.key, second)
    door.clock.advance(seconds=11)
    assert await sign_in(second) == "/dashboard"
    assert forger.asked.count("/keys") == 2


async def test_while_a_provider_is_silent_its_keys_of_yesterday_hold(door: Door, forger: Forger):
    def honest(nonce: str, now: datetime) -> str:
        return forger.token(forger.claims(now, nonce=nonce, email=an_address()))

    assert await ends_with(Traveller(door.browser()), forger, honest) == "/dashboard"
    forger.answers["/keys"] = (503, {})
    door.clock.advance(hours=5)
    assert await ends_with(Traveller(door.browser()), forger, honest) == "/dashboard"
    door.clock.advance(hours=20)
    assert await ends_with(Traveller(door.browser()), forger, honest) == UNKNOWN


async def test_an_id_token_of_the_page_lets_in_at_once(door: Door, forger: Forger):
    browser, email = door.browser(), an_address()
    token = forger.token(forger.claims(door.clock.now, nonce="n", email=email, sub="page"))
    body = {"provider": "google", "idToken": {"token": token, "nonce": "n", "accessToken": "a"}}
    answer = await browser.post("/sign-in/social", body)
    session = await browser.session()
    assert answer.json() == {
        "redirect": False,
        "token": session["session"]["token"],
        "user": session["user"],
    }
    assert session["user"]["email"] == email
    assert forger.forms == []


@pytest.mark.parametrize("nonce", ["other", None])
async def test_an_id_token_of_the_page_proves_as_much_as_any(
    door: Door, forger: Forger, somebody: Traveller, nonce: str | None
):
    browser = door.browser()
    token = forger.token(forger.claims(door.clock.now, nonce="n", email=an_address()))
    body = {"provider": "google", "idToken": {"token": token, "nonce": nonce}}
    answer = await browser.post("/sign-in/social", body)
    assert (answer.status_code, answer.json()) == (401, {"message": "Invalid token", "code": "INVALID_TOKEN"})
    assert await browser.session() is None


async def test_what_was_refused_is_in_the_log_of_the_day(door: Door, forger: Forger, somebody: Traveller):
    before = await door.facts("sign_in.failed")
    await ends_with(somebody, forger, lambda _nonce, _now: "a.b.c")
    assert await door.facts("sign_in.failed") == before + 1
