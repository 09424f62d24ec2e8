"""Where providers are asked: known for the public ones, and nowhere that is not safe."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from application.identity.social import Errand
from domain.errors import Unavailable
from infrastructure.identity.social.client import ProviderClient, ProviderSilent
from infrastructure.identity.social.configured import configured_providers
from infrastructure.identity.social.microsoft import Microsoft
from infrastructure.identity.social.places import DescribedPlaces, Places
from infrastructure.settings import WrongSetting, load_settings
from tests.support.door import KEY, SECRET
from tests.support.forger import TENANT, Forger, a_forger
from tests.support.providers import settings_of

NOW = datetime(2031, 5, 6, tzinfo=UTC)
PRIVATE = "9188040d-6c67-4c5b-b112-36a304b66dad"
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
ENOUGH = {
    "COFFER_MODE": "development",
    "COFFER_PUBLIC_URL": "https://coffer.test",
    "DATABASE_URL": "postgresql://nobody@127.0.0.1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "COFFER_AUTH_SECRET": SECRET,
    "COFFER_KEK": KEY,
    "COFFER_BLOB_SECRET": SECRET,
}
AGREED = {name: value for name, value in settings_of("", "").items() if not name.endswith("_ISSUER")}


@pytest.fixture
def forger() -> Iterator[Forger]:
    with a_forger() as forger:
        yield forger


async def asked(provider: str, **settings: str) -> tuple[str, dict[str, list[str]]]:
    providers = configured_providers(load_settings({**ENOUGH, **AGREED, **settings}), ProviderClient())
    url = await providers[provider].address_for(Errand("state", "nonce", VERIFIER), NOW)
    return url.partition("?")[0], parse_qs(urlsplit(url).query)


async def test_the_public_providers_are_known_without_asking():
    place, query = await asked("google")
    assert place == "https://accounts.google.com/o/oauth2/v2/auth"
    assert query["redirect_uri"] == ["https://coffer.test/api/auth/callback/google"]
    place, query = await asked("microsoft")
    assert place == "https://login.microsoftonline.com/common/oauth2/v2.0/authorize"
    assert query["redirect_uri"] == ["https://coffer.test/api/auth/callback/microsoft"]
    # RFC 7636, appendix B.
    assert query["code_challenge"] == ["E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"]


async def test_a_tenant_of_ones_own_is_asked_by_its_name():
    issuer = f"https://login.microsoftonline.com/{TENANT}/v2.0"
    place, _ = await asked("microsoft", COFFER_MICROSOFT_ISSUER=issuer)
    assert place == f"https://login.microsoftonline.com/{TENANT}/oauth2/v2.0/authorize"


def test_without_an_agreement_there_is_no_provider():
    assert configured_providers(load_settings(ENOUGH), ProviderClient()) == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COFFER_GOOGLE_CLIENT_ID", ""),
        ("COFFER_MICROSOFT_CLIENT_SECRET", ""),
        ("COFFER_GOOGLE_ISSUER", "http://accounts.example"),
        ("COFFER_GOOGLE_ISSUER", "accounts.example"),
        ("COFFER_MICROSOFT_ISSUER", "https://login.microsoftonline.com/common"),
        ("COFFER_MICROSOFT_ISSUER", "https://login.microsoftonline.com/contoso.example/v2.0"),
        ("COFFER_MICROSOFT_ISSUER", f"http://login.example/{TENANT}/v2.0"),
    ],
)
def test_half_an_agreement_or_an_unsafe_issuer_stops_the_start(name: str, value: str):
    with pytest.raises(WrongSetting, match=name) as refused:
        load_settings({**ENOUGH, **AGREED, name: value})
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("shared", "tenant", "let_in"),
    [
        ("common", TENANT, True),
        ("common", PRIVATE, True),
        ("organizations", TENANT, True),
        ("organizations", PRIVATE, False),
        ("consumers", TENANT, False),
        ("consumers", PRIVATE, True),
        (TENANT, TENANT, True),
        (TENANT, PRIVATE, False),
        ("common", TENANT.upper(), False),
        ("common", "common", False),
        ("common", "", False),
        ("common", "../evil", False),
    ],
)
def test_an_endpoint_lets_in_its_own_tenants(shared: str, tenant: str, let_in: bool):
    authority = "https://login.microsoftonline.com"
    microsoft = Microsoft(ProviderClient(), f"{authority}/{shared}/v2.0")
    issuer = f"{authority}/{tenant}/v2.0"
    assert microsoft.issuer_of({"iss": issuer, "tid": tenant}) == (issuer if let_in else None)
    assert microsoft.issuer_of({"iss": f"{issuer}/", "tid": tenant}) is None


LIES: dict[str, dict[str, Any]] = {
    "another issuer": {"issuer": "https://evil.example"},
    "no issuer": {"issuer": None},
    "no place for codes": {"token_endpoint": None},
    "a place that anybody can listen at": {"token_endpoint": "http://evil.example/token"},
    "a script": {"authorization_endpoint": "javascript:alert(1)"},
    "no address": {"jwks_uri": "https://"},
    "half an address": {"jwks_uri": "https://[::1"},
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
async def test_a_description_that_cannot_be_trusted_is_none(forger: Forger, lie: dict[str, Any]):
    path = "/.well-known/openid-configuration"
    _, honest = forger.answers[path]
    forger.answers[path] = (200, {**honest, **lie})
    client = ProviderClient()
    with pytest.raises(ProviderSilent):
        await DescribedPlaces(client, forger.origin, frozenset({forger.origin})).now(NOW)
    await client.close()


async def test_a_description_is_read_once_a_day_and_outlives_a_silent_one(forger: Forger):
    client, path = ProviderClient(), "/.well-known/openid-configuration"
    described = DescribedPlaces(client, forger.origin, frozenset({forger.origin}))
    places = await described.now(NOW)
    assert places == Places(
        authorise=f"{forger.origin}/authorise", token=f"{forger.origin}/token", keys=f"{forger.origin}/keys"
    )
    assert await described.now(NOW + timedelta(hours=23)) == places
    assert forger.asked == [path]
    forger.answers[path] = (503, {})
    assert await described.now(NOW + timedelta(hours=25)) == places
    assert forger.asked == [path, path]
    await client.close()


async def test_a_provider_that_never_answered_is_not_there_yet(forger: Forger):
    forger.answers.clear()
    with pytest.raises(Unavailable):
        await asked("google", COFFER_GOOGLE_ISSUER=forger.google)
