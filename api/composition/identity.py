"""Signing in, put together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from litestar.types import ControllerRouterHandler
from redis.asyncio import Redis

from api.composition import messaging
from api.composition.foundation import Foundation, Slice
from api.composition.pacing import noting_limits, pacing_of
from api.http.dev_inbox import CaughtMail, dev_inbox
from api.http.given import context_provider
from api.http.identity import HANDLERS, plain_session
from api.http.identity.dead_cookies import noticing_dead_sessions
from api.http.identity.guard import AuthGuard
from api.http.identity.visits import Visits
from api.http.session import Cookies, actor_provider, client_address
from api.http.session_first import session_first
from application.commands import Route
from application.identity import confirmation, own_things, passkeys, security, sessions
from application.identity.dead_sessions import DeadSessions
from application.identity.password_rules import PasswordRules
from application.identity.proofs import Proofs
from application.identity.restraints import Restraining
from application.identity.session_secrets import SessionSecrets
from application.processes import (
    change_email,
    codes,
    forget_person,
    impersonate,
    passwords,
    platform_people,
    sign_in,
    sign_up,
    social_sign_in,
)
from application.processes.registering import Registering
from infrastructure.identity.actor import Actors
from infrastructure.identity.authenticators import WebAuthn
from infrastructure.identity.by_cookie import AT_ONCE, CookieReader
from infrastructure.identity.ceremonies import ValkeyCeremonies
from infrastructure.identity.codes import StoredCodes
from infrastructure.identity.ended_sessions import EndedByReader
from infrastructure.identity.known_passwords import FrequentPasswords
from infrastructure.identity.limits import ValkeyLimits
from infrastructure.identity.passwords import Argon2Passwords
from infrastructure.identity.pending import StoredRegistrations
from infrastructure.identity.people import StoredPeople
from infrastructure.identity.platform_people import StoredPlatformPeople
from infrastructure.identity.sessions import StoredSessions
from infrastructure.identity.social.client import ProviderClient
from infrastructure.identity.social.configured import configured_providers
from infrastructure.identity.social.journeys import ValkeyJourneys
from infrastructure.identity.social.linked import StoredLinks
from infrastructure.identity.tokens import RandomTokens
from infrastructure.local.inbox import read_inbox
from infrastructure.oversight.activities import RestraintsByReader
from infrastructure.oversight.origins import GeoFile, network_hasher
from infrastructure.postgres import open_pool
from infrastructure.rows.reader import PostgresReader
from infrastructure.sealing import KeySealing
from infrastructure.settings import Settings
from infrastructure.troubles import trouble_of
from infrastructure.valkey import open_valkey


class Door:
    """The dependencies of sign-in. Other contexts use some of it: who calls, limits, people."""

    def __init__(self, base: Foundation) -> None:
        settings = base.settings
        self.trusted = frozenset({settings.public_url, *settings.trusted_origins})
        self.valkey: Redis = open_valkey(settings.redis_url)
        self.tokens = RandomTokens()
        self.limits = ValkeyLimits(self.valkey)
        by_key = PostgresReader(base.pool_by_key)
        self.people = StoredPeople(by_key)
        self.passwords = Argon2Passwords()
        self.pending = StoredRegistrations(base.pool, KeySealing(settings.kek))
        self.codes = StoredCodes(base.pool, base.blind, self.passwords)
        self.ceremonies = ValkeyCeremonies(self.valkey, base.blind, self.tokens)
        host = urlsplit(settings.public_url).hostname or "localhost"
        self.authenticators = WebAuthn(host, sorted(self.trusted))
        self.provider_client = ProviderClient()
        self.cookies = Cookies(settings.auth_secret, https=settings.public_url.startswith("https:"))
        self.address_of = client_address(settings.trusted_proxies)
        self.dead = DeadSessions(base.commands, EndedByReader(base.reader, base.blind), self.limits)
        self.pacing = pacing_of(base, self.limits, self.cookies, self.address_of, self.dead)
        self.reads = open_pool(settings.database_url, size=AT_ONCE, plans="force_generic_plan")
        self.behind_cookies = CookieReader(self.reads)
        self.actors = Actors(self.behind_cookies, base.blind)
        self.actor_of = actor_provider(self.cookies, self.actors.actor_of, base.clock)
        self.proofs = Proofs(
            commands=base.commands,
            people=self.people,
            passwords=self.passwords,
            codes=self.codes,
            ceremonies=self.ceremonies,
            authenticators=self.authenticators,
            limits=self.limits,
            restraining=Restraining(
                RestraintsByReader(by_key), self.limits, network_hasher(settings.auth_secret)
            ),
            hashes=base.blind,
            blind=base.blind,
        )

    async def open(self) -> None:
        """Valkey is connected to when it is first asked."""
        await self.reads.open()

    async def close(self) -> None:
        self.passwords.close()
        await self.provider_client.close()
        await self.valkey.aclose()
        await self.behind_cookies.close()
        await self.reads.close()


def slice_of(base: Foundation, door: Door) -> Slice:
    visits = _visits(base, door)
    guard = _guard(base, door, visits)
    dependencies = _dependencies(base, door, visits)
    known = partial(visits.known, refresh=False)
    return Slice(
        routes=_routes(base, door),
        handlers=[*HANDLERS, *_development(base.settings)],
        dependencies=dependencies,
        parts=(door,),
        middleware=(guard,),
        guards=(session_first(dependencies["context"], known, door.cookies),),
        shortcuts={
            plain_session.PATH: partial(
                plain_session.PlainSession, guard, visits, base.progress.reached, trouble_of
            )
        },
    )


def _routes(base: Foundation, door: Door) -> Mapping[type[Any], Route]:
    secrets = SessionSecrets(door.people, door.tokens, base.blind)
    session_door = sessions.SessionDoor(door.people, door.tokens, base.blind, secrets)
    registering = Registering(door.pending, base.personal, door.tokens, base.blind)
    outbox = messaging.outbox_of(base)
    return {
        **security.ROUTES,
        **sessions.routes(door.people),
        **confirmation.routes(secrets),
        **passkeys.routes(base.personal, base.blind),
        **own_things.routes(base.personal, door.people),
        **passwords.routes(door.people, session_door, registering),
        **change_email.routes(registering, base.personal, outbox, base.settings.public_url),
        **forget_person.routes(door.people),
        **platform_people.routes(door.people, registering, base.personal),
        **impersonate.routes(door.people, door.tokens, secrets),
        **sign_in.routes(session_door, door.people, registering),
        **social_sign_in.routes(session_door, door.people, StoredLinks(base.reader), registering, base.blind),
        **codes.routes(outbox),
        **messaging.routes(base),
    }


def _visits(base: Foundation, door: Door) -> Visits:
    return Visits(
        door.cookies,
        StoredSessions(door.behind_cookies, base.reader, base.blind, base.personal),
        base.commands,
        door.tokens,
        door.address_of,
        base.clock,
        door.dead,
    )


def _dependencies(base: Foundation, door: Door, visits: Visits) -> Mapping[str, Callable[..., Any]]:
    rules = PasswordRules(FrequentPasswords())
    given: dict[str, Any] = {
        "visits": visits,
        "sign_up": sign_up.SignUp(door.passwords, rules, door.pending, door.tokens, base.blind),
        "sign_in": sign_in.SignIn(base.commands, door.proofs, door.people, door.pending, base.blind),
        "social": social_sign_in.SocialSignIn(
            base.commands,
            configured_providers(base.settings, door.provider_client),
            ValkeyJourneys(door.valkey, base.blind),
            door.tokens,
            base.blind,
        ),
        "codes": codes.SendCode(
            base.commands, door.codes, door.people, door.pending, door.limits, base.blind, base.blind
        ),
        "passkeys": passkeys.Passkeys(
            base.commands, door.people, door.ceremonies, door.authenticators, door.tokens, base.personal
        ),
        "confirmation": confirmation.Confirmation(base.commands, door.proofs, door.people),
        "people": door.people,
        "places": GeoFile(base.settings.geo_file),
        "proofs": door.proofs,
        "new_passwords": passwords.NewPasswords(
            base.commands, door.proofs, door.people, door.passwords, rules
        ),
        "email_change": change_email.EmailChange(base.commands, door.proofs, base.blind),
        "platform_people": StoredPlatformPeople(base.reader, base.personal),
        "platform_passwords": platform_people.PlatformPasswords(
            base.commands,
            StoredPlatformPeople(base.reader, base.personal),
            door.passwords,
            rules,
        ),
        "forgetting": forget_person.Forgetting(base.commands, base.personal),
    }
    providers: dict[str, Callable[..., Any]] = {
        "context": noticing_dead_sessions(
            context_provider(door.actor_of, door.address_of, base.clock), door.cookies, door.dead
        )
    }
    for name, value in given.items():
        providers[name] = _given(value)
    return providers


def _guard(base: Foundation, door: Door, visits: Visits) -> AuthGuard:
    return AuthGuard(
        limits=door.limits,
        pacing=door.pacing,
        trusted=door.trusted,
        address_of=door.address_of,
        signed_in=partial(visits.known, refresh=False),
        now=base.clock,
        on_limited=noting_limits(base),
    )


def _development(settings: Settings) -> Sequence[ControllerRouterHandler]:
    if not settings.in_development:
        return ()

    async def read(to: str | None) -> Sequence[CaughtMail]:
        return await asyncio.to_thread(read_inbox, settings.mail_dir, to)

    return dev_inbox(read)


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value
