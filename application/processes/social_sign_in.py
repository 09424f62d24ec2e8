"""Signing in with an account elsewhere: one known before, or one that a proven mailbox links or registers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from application.commands import Commands, Route
from application.identity.ports import EmailHashes, People, Tokens
from application.identity.refusals import NotLetIn
from application.identity.security import Note
from application.identity.sessions import Browser, Opened, SessionDoor
from application.identity.social import (
    Errand,
    IdentityProvider,
    Journey,
    Journeys,
    LinkedIdentities,
    NotRecognised,
    Profile,
)
from application.ports import BlindIndex, Context
from application.processes.registering import Registering
from application.unit_of_work import Work
from domain.errors import AlreadyExists, Refused
from domain.identity.security_log import SignInFailed
from domain.identity.sessions import SESSION
from domain.identity.users import USER, LinkSocialIdentity, SocialProvider
from domain.ids import UserId
from domain.kernel import Value

# A verifier has 43 to 128 characters; the longest costs nothing.
_TOKENS_OF_A_VERIFIER = 4


class EnterBySocialIdentity(Value, frozen=True, kw_only=True):
    """Let in the person whom a provider recognised."""

    profile: Profile
    browser: Browser


@dataclass(frozen=True)
class Entered:
    """A successful sign-in, perhaps of a new user."""

    opened: Opened
    new: bool


@dataclass(frozen=True)
class Wish:
    """What a browser asks for before it leaves."""

    callback_url: str
    error_url: str | None = None
    new_user_url: str | None = None
    scopes: Sequence[str] = ()
    login_hint: str | None = None


@dataclass(frozen=True)
class SocialSignIn:
    """Sends browsers to providers, and lets in whom they recognise."""

    commands: Commands
    providers: Mapping[str, IdentityProvider]
    journeys: Journeys
    tokens: Tokens
    hashes: EmailHashes

    async def leave(self, provider: IdentityProvider, wish: Wish, context: Context) -> tuple[str, str]:
        """Where the browser goes, and the state that it has to come back with."""
        state, nonce = self.tokens.token(), self.tokens.token()
        verifier = "".join(self.tokens.token() for _ in range(_TOKENS_OF_A_VERIFIER))
        journey = Journey(
            provider.name, nonce, verifier, wish.callback_url, wish.error_url, wish.new_user_url
        )
        errand = Errand(state, nonce, verifier, wish.scopes, wish.login_hint)
        address = await provider.address_for(errand, context.now)
        await self.journeys.begin(state, journey, context.now)
        return address, state

    async def come_back(self, provider: str, state: str, context: Context) -> Journey | None:
        """The journey of this state, which is over now. One to another provider is none."""
        journey = await self.journeys.end(state, context.now)
        return journey if journey is not None and journey.provider == provider else None

    async def by_code(self, journey: Journey, code: str, browser: Browser, context: Context) -> Entered:
        try:
            provider = self.providers[journey.provider]
            profile = await provider.profile_by_code(code, journey.verifier, journey.nonce, context.now)
        except NotRecognised as refusal:
            await self._note("", refusal, context)
            raise
        return await self._enter(profile, browser, context)

    async def by_token(
        self, provider: IdentityProvider, token: str, nonce: str | None, browser: Browser, context: Context
    ) -> Entered:
        """By an ID token that the page got from the provider itself."""
        try:
            profile = await provider.profile_by_token(token, nonce, context.now)
        except NotRecognised as refusal:
            await self._note("", refusal, context)
            raise
        return await self._enter(profile, browser, context)

    async def _enter(self, profile: Profile, browser: Browser, context: Context) -> Entered:
        command = EnterBySocialIdentity(profile=profile, browser=browser)
        try:
            return await self._again(command, context)
        except (NotRecognised, NotLetIn) as refusal:
            email_hash = await self.hashes.email_in_log(profile.address, context.now)
            await self._note(email_hash, refusal, context)
            raise

    async def _again(self, command: EnterBySocialIdentity, context: Context) -> Entered:
        """Once more when another proof of the same mailbox, or of the same identity, was faster."""
        context = context._replace(idempotency=None)
        try:
            outcome = await self.commands.run(command, context)
        except AlreadyExists as taken:
            if taken.reason != "claim_taken":
                raise
            outcome = await self.commands.run(command, context)
        entered: Entered = outcome.answer
        return replace(entered, opened=replace(entered.opened, position=outcome.position))

    async def _note(self, email_hash: str, refusal: Refused, context: Context) -> None:
        event = SignInFailed(email_hash, "social", refusal.reason)
        await self.commands.run(Note(event), context._replace(idempotency=None))


def routes(
    door: SessionDoor,
    people: People,
    linked: LinkedIdentities,
    registering: Registering,
    blind: BlindIndex,
) -> dict[type, Route]:
    async def enter(work: Work, command: EnterBySocialIdentity) -> Entered:
        profile, browser = command.profile, command.browser
        subject_hash = blind.token("social_identity", f"{profile.provider} {profile.subject}")
        known = await linked.person_of(profile.provider, subject_hash)
        if known is not None:
            return Entered(await door.open(work, known, "social", browser), new=False)
        # Only a mailbox that was proven on both sides says that two accounts are the same person's. For an
        # unproven one the answer is the same whether or not somebody is registered with it.
        if not profile.verified:
            raise NotRecognised("account_not_linked")
        index = registering.settle(work, profile.address)
        person = await people.by_email(index)
        if person is None:
            user_id = await registering.register(
                work, profile.address, browser, name=profile.name, method="social"
            )
        else:
            user_id = person.user_id
        await _link(work, user_id, index, profile.provider, subject_hash)
        return Entered(await door.open(work, user_id, "social", browser), new=person is None)

    return {EnterBySocialIdentity: Route(None, enter, (USER, SESSION))}


async def _link(work: Work, user_id: UserId, index: str, provider: SocialProvider, subject_hash: str) -> None:
    """The mailbox is that of the person now, and not only when it was looked up."""
    user = await work.load(USER, user_id)
    if user is None or user.email_index != index:
        raise NotRecognised("account_not_linked")
    try:
        await work.decide(USER, user_id, LinkSocialIdentity(provider, subject_hash))
    except Refused:
        raise NotRecognised("account_not_linked") from None
