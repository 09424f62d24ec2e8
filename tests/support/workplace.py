"""An account with keys, people who work in it, and the interface of documents and files over real stores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import psycopg
from litestar import Request

from api.http.app import create_app
from api.http.cursors import Cursors
from api.http.given import context_provider, fresh_provider
from api.http.vault.key_log import KeyLogController
from api.http.work import HANDLERS
from application.commands import Commands
from application.ports import Append, Context, StreamAppend
from application.processes import (
    empty_bin,
    finish_upload,
    keep_files,
    link_files,
    open_upload,
    order_profile_types,
    write_document,
    write_filter,
    write_plain,
    write_profile,
    write_profile_tree,
    write_statuses,
    write_task,
    write_topics,
)
from application.vault.ports import Checks
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts import commands as accounts
from domain.accounts.accounts.events import MemberJoined
from domain.accounts.accounts.plans import PlanLimits
from domain.identity.access_log import ACCESS_LOG
from domain.ids import AccountId, RoleId, UserId, built_in_role, personal_role
from domain.kernel import Actor, Decider, Moment
from domain.messaging.digests import DIGEST
from domain.oversight.due import DUE
from domain.oversight.expiry import EXPIRY
from domain.sealed import Signed
from domain.vault.key_log import KEY_LOG, KeyStatementAppended
from domain.work.contacts import CONTACT
from domain.work.documents import DOCUMENT
from domain.work.files import FILE
from domain.work.plain.item import ShownItem
from domain.work.profile_tree import PROFILE_TREE
from domain.work.profile_tree.item import ShownGroup, ShownSubGroup
from domain.work.profiles import PROFILE
from domain.work.profiles.item import ShownProfile
from domain.work.saved_filters import SAVED_FILTER
from domain.work.saved_filters.item import ShownFilter
from domain.work.statuses import STATUS_BOARD
from domain.work.statuses.item import ShownStatus
from domain.work.tasks import TASK
from domain.work.tasks.item import TaskItem
from domain.work.topics import TOPIC_LIST
from domain.work.topics.item import ShownTopic
from domain.work.vendors import VENDOR
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import Outbox, ReadModel
from infrastructure.event_store.places import Places
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.round import Round
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.signed_addresses import SignedAddresses
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.reader import PostgresReader
from infrastructure.rows.schema import schema_of
from infrastructure.vault.signatures import P256Signatures
from infrastructure.work.lookups import ColumnLookup, DocumentLookup, ItemLookup, ProfileLookup, StorageLookup
from infrastructure.work.uploads import UploadTables
from projections import accounts as account_models
from projections import work as work_models
from projections.oversight import due_tasks, expiry
from projections.vault import chains
from projections.work.documents import DOCUMENTS_READ
from projections.work.files import FILES_READ
from projections.work.plain_items import CONTACT_LIST, VENDOR_LIST
from projections.work.profile_groups import GROUP_LIST, SUB_GROUP_LIST
from projections.work.profiles import PROFILE_LIST
from projections.work.saved_filters import SAVED_FILTER_LIST
from projections.work.statuses import STATUS_LIST
from projections.work.task_lists import TASK_LIST
from projections.work.topics import STANDING_TOPICS
from tests.support.answered import Checked
from tests.support.parties import Party
from tests.support.pens import Pen, b64

SECRET = b"a secret of at least 32 bytes, so to say"
DECIDERS: tuple[Decider[Any, Any, Any], ...] = (
    *(ACCOUNT, KEY_LOG, ACCESS_LOG, DOCUMENT, FILE, CONTACT, VENDOR, SAVED_FILTER, STATUS_BOARD, TASK),
    *(TOPIC_LIST, PROFILE_TREE, PROFILE, EXPIRY, DUE, DIGEST),
)
PROJECTIONS = (
    *(*account_models.PROJECTIONS, *work_models.PROJECTIONS, chains.PROJECTION),
    *(expiry.PROJECTION, due_tasks.PROJECTION),
)
ANN, BEN, CID = (UserId(UUID(int=number)) for number in (0xA, 0xB, 0xC))
ACTIONS = {
    **dict.fromkeys(
        ("document", "contact", "vendor"), ("read", "create", "update", "archive", "delete", "purge")
    ),
    "savedFilter": ("read", "create", "share", "manage"),
    "profile": ("read", "create", "update", "archive", "move", "delete", "purge", "structure"),
    "task": ("read", "create", "update", "assign", "comment", "delete", "purge"),
    **dict.fromkeys(("status", "topic"), ("read", "manage")),
}
CONTENT = frozenset(f"{kind}.{action}" for kind, actions in ACTIONS.items() for action in actions)
# What owners may and members may not.
RESERVED = (".purge", ".manage", ".structure")
LIMITS = PlanLimits(
    seats=6,
    storage_bytes=40_000_000,
    file_bytes=12_000_000,
    profiles=200,
    custom_roles=3,
    audit_days=365,
    mails_per_day=100,
)


class EmptyTree:
    """Statements of these tests have seen nothing of the account tree, so it may as well be empty."""

    async def size(self, account_id: UUID) -> int:
        return 0

    async def state(self, account_id: UUID) -> None:
        return None

    async def consistency(self, account_id: UUID, old_size: int, new_size: int) -> list[bytes]:
        return []


@dataclass
class Progress:
    """Says that every follower has seen everything: these tests follow step by step."""

    position: int = 0

    async def wait(self, position: int, timeout: float) -> int:  # noqa: ASYNC109
        return position

    def reached(self) -> int:
        return self.position


@dataclass
class House:
    """One account, its people, and a client for each of them."""

    party: Party
    store: PostgresEventStore
    commands: Commands
    reader: PostgresReader
    blobs: FilesystemBlobStore
    uploads: UploadTables
    client: httpx.AsyncClient
    projector_url: str
    registry: EventRegistry
    wrapping: KeyWrapping
    progress: Progress
    folder: Path
    actors: dict[str, Actor] = field(default_factory=dict[str, Actor])
    pens: dict[str, Pen] = field(default_factory=dict[str, Pen])

    @property
    def account(self) -> AccountId:
        return AccountId(self.party.account)

    @property
    def now(self) -> datetime:
        return datetime.fromtimestamp(self.party.now / 1000, UTC)

    def pass_time(self, **units: int) -> None:
        self.party.now += int(timedelta(**units).total_seconds() * 1000)

    def role(self, key: str) -> UUID:
        return built_in_role(self.account, key)

    def context(self, actor: Actor) -> Context:
        return Context(actor, self.now, uuid4(), uuid4())

    def system(self) -> Context:
        return self.context(Actor("system", account_id=self.account))

    async def record(self, decider: Decider[Any, Any, Any], entity: UUID, *events: Any) -> None:
        """Append facts that other parts of the product would have decided."""
        _, version = await self.store.load(decider, self.account, entity)
        unit = StreamAppend(decider, self.account, entity, version, events)
        await self.store.append(Append(self.context(Actor("system")), (unit,)))

    async def publish_keys(self, known: int = 0) -> None:
        """Append the party's key statements from the given one on."""
        events: list[KeyStatementAppended] = []
        for seq, entry in enumerate(self.party.entries[known:], start=known):
            signatures = [b64(signature) for signature in entry.signatures]
            name = entry.statement[13 : 1 + entry.statement[0]].decode().removeprefix(".")
            second = {}
            if len(signatures) > 1:
                member = "roll_proof_b64u" if name == "role.roll" else "device_signature_b64u"
                second = {member: signatures[1]}
            signed = Signed(statement_b64u=b64(entry.statement), signature_b64u=signatures[0], **second)
            events.append(KeyStatementAppended(seq, name, signed))
        await self.record(KEY_LOG, self.account, *events)

    async def follow(self) -> None:
        """Let read models and reactions take in all that was appended."""
        with psycopg.connect(self.projector_url, autocommit=True) as connection:
            models = [ReadModel(model) for model in PROJECTIONS if model.mode == "follows"]
            outboxes = [Outbox(link_files.LINK_FILES)]
            places = Places(connection, [member.name for member in (*models, *outboxes)])
            places.read()
            reader = LogReader(connection, EventMapper(self.registry), self.wrapping)
            following = Round(connection, reader, places, models, outboxes, ())
            while following.once():
                pass
            row = connection.execute("select coalesce(max(position), 0) from es.event").fetchone()
            self.progress.position = row[0] if row else 0

    def names(self, entity: str) -> list[str]:
        """What happened to it, by the names of the facts."""
        with psycopg.connect(self.projector_url, autocommit=True) as connection:
            statement = "select type from es.event where entity_id = %s order by position"
            return [str(row[0]) for row in connection.execute(statement, [entity])]

    async def rows(self) -> list[tuple[Any, ...]]:
        """All rows of documents and files."""
        found: list[tuple[Any, ...]] = []
        for table in ("documents", "files"):
            statement = f"select to_jsonb(t) - 'seq' from read.{table} t order by id"
            found += await self.reader.all(statement, account_id=self.account)
        return found

    async def rebuilt(self) -> list[tuple[Any, ...]]:
        """The same after the tables were emptied and filled from the first fact on."""
        with psycopg.connect(self.projector_url, autocommit=True) as connection:
            for model in (DOCUMENTS_READ, FILES_READ):
                connection.execute(f"delete from {schema_of(model)}.{model.name}".encode())
                connection.execute(
                    "update es.tracking set position = 0 where follower like %s", (f"%{model.name}%",)
                )
        await self.follow()
        return await self.rows()

    async def settle(self) -> int:
        """Follow, then do what the outbox holds; how many notes there were."""
        await self.follow()
        job = link_files.settle_links_job(self.commands, lambda: self.now)
        with psycopg.connect(self.projector_url, autocommit=True) as connection:
            notes = connection.execute(
                "select payload from es.outbox where topic = %s order by id", (link_files.TOPIC,)
            ).fetchall()
        for (payload,) in notes:
            await job(payload)
        await self.follow()
        return len(notes)

    async def call(
        self, who: str, method: str, path: str, body: Any = None, **headers: str
    ) -> httpx.Response:
        return await self.client.request(method, path, json=body, headers={"Test-Actor": who, **headers})

    async def post(self, who: str, path: str, body: Any, **headers: str) -> httpx.Response:
        return await self.call(who, "POST", path, body, **headers)

    async def upload(self, who: str, data: bytes, roles: list[UUID], **options: Any) -> Any:
        """A stored file, by the whole way a browser takes."""
        sealed = self.pens[who].file(data, roles, **options)
        answer = await self.finish(who, sealed, await self.send(who, sealed))
        assert answer.status_code == 200, answer.text
        await self.follow()
        return sealed

    async def send(self, who: str, sealed: Any) -> dict[str, Any]:
        """Open the upload and send all parts; what finalising needs to name them."""
        opened = await self.post(who, "/api/uploads/session", sealed.session)
        assert opened.status_code == 201, opened.text
        upload_id = opened.json()["data"]["uploadId"]
        named: list[dict[str, Any]] = []
        for part, data in sealed.parts:
            body = {"uploadId": upload_id, "parts": [part]}
            signed = await self.post(who, "/api/uploads/session", body)
            assert signed.status_code == 200, signed.text
            address = signed.json()["data"]["parts"][0]
            sent = await self.client.put(address["url"], content=data, headers=address["headers"])
            assert sent.status_code == 200, sent.text
            named.append({"object": part["object"], "number": part["number"], "etag": sent.headers["ETag"]})
        return {"uploadId": upload_id, "parts": named}

    async def finish(self, who: str, sealed: Any, sent: dict[str, Any]) -> httpx.Response:
        return await self.post(who, "/api/uploads/finalise", {**sealed.ending, **sent})


def furnished(
    party: Party,
    store: PostgresEventStore,
    reader: PostgresReader,
    uploads: UploadTables,
    projector_url: str,
    registry: EventRegistry,
    wrapping: KeyWrapping,
    progress: Progress,
    folder: Path,
) -> House:
    catalogue: dict[type[Any], Any] = {}
    commands = Commands(catalogue, store)

    def now() -> datetime:
        return datetime.fromtimestamp(party.now / 1000, UTC)

    blobs = FilesystemBlobStore(folder, SignedAddresses(SECRET, now))
    checks = Checks(P256Signatures(), EmptyTree())
    desk = open_upload.UploadDesk(store, blobs, uploads, StorageLookup(reader))
    catalogue.update(open_upload.routes(desk))
    catalogue.update(finish_upload.routes(finish_upload.Finishing(blobs, uploads, checks)))
    catalogue.update(keep_files.routes(keep_files.Keeping(checks)))
    catalogue.update(empty_bin.ROUTES)
    documents = write_document.desk_of(checks, DocumentLookup(reader))
    catalogue.update(write_document.routes(documents))
    catalogue.update(write_plain.contact_routes(checks, ItemLookup(reader, CONTACT_LIST, ShownItem)))
    catalogue.update(write_plain.vendor_routes(checks, ItemLookup(reader, VENDOR_LIST, ShownItem)))
    catalogue.update(write_filter.filter_routes(checks, ItemLookup(reader, SAVED_FILTER_LIST, ShownFilter)))
    catalogue.update(
        write_profile.profile_routes(
            checks, ItemLookup(reader, PROFILE_LIST, ShownProfile), ProfileLookup(reader)
        )
    )
    catalogue.update(order_profile_types.type_routes(ProfileLookup(reader)))
    tasks = write_task.desk_of(checks, ItemLookup(reader, TASK_LIST, TaskItem), ColumnLookup(reader))
    catalogue.update(write_task.routes(tasks))
    catalogue.update(write_statuses.routes(checks, ItemLookup(reader, STATUS_LIST, ShownStatus)))
    catalogue.update(write_topics.routes(checks, ItemLookup(reader, STANDING_TOPICS, ShownTopic)))
    catalogue.update(
        write_profile_tree.routes(
            checks,
            ItemLookup(reader, GROUP_LIST, ShownGroup),
            ItemLookup(reader, SUB_GROUP_LIST, ShownSubGroup),
            ProfileLookup(reader),
        )
    )

    actors: dict[str, Actor] = {}

    async def actor_of(request: Request[Any, Any, Any]) -> Actor:
        return actors.get(request.headers.get("Test-Actor", ""), Actor("user"))

    given: dict[str, Callable[..., Any]] = {
        "commands": lambda: commands,
        "reader": lambda: reader,
        "blobs": lambda: blobs,
        "served_blobs": lambda: blobs,
        "uploads": lambda: uploads,
        "upload_desk": lambda: desk,
        "cursors": lambda: Cursors(SECRET),
    }
    app = create_app(
        routes=(*HANDLERS, KeyLogController),
        dependencies={
            **given,
            "context": context_provider(actor_of, lambda _: None, now),
            "fresh": fresh_provider(progress),
        },
        lifespan=(),
        trusted_origins=frozenset(),
    )
    client = httpx.AsyncClient(transport=Checked(app), base_url="http://coffer.test")
    return House(
        party,
        store,
        commands,
        reader,
        blobs,
        uploads,
        client,
        projector_url,
        registry,
        wrapping,
        progress,
        folder,
        actors,
    )


async def let_people_in(house: House) -> None:
    """Ann owns the account, Ben is a member who holds the member's key, Cid is in another account."""
    party, account = house.party, house.account
    ann = party.genesis(ANN)
    for key in ("owner", "admin", "member"):
        assert party.create(ann, house.role(key))
    assert party.create(ann, personal_role(account, ANN))
    ben = party.first(BEN)
    assert party.vouch(ann, ben)
    assert party.write(ann, "role.assign", role=house.role("member"), user=BEN)
    await house.publish_keys()

    opening = accounts.OpenAccount(account, "Hawthorne", ANN)
    state, events = None, []
    for command in (opening, accounts.StartSubscription("family", LIMITS)):
        decided = ACCOUNT.decide(command, state, _moment(house, ANN))
        state, events = ACCOUNT.fold(decided, state), [*events, *decided]
    member, own = house.role("member"), personal_role(account, BEN)
    events.append(MemberJoined(BEN, RoleId(member), own, (RoleId(member), own), None))
    await house.record(ACCOUNT, account, *events)
    await house.follow()

    house.pens |= {"ann": Pen(party, ann), "ben": Pen(party, ben)}
    reads = {"ann": ("owner", "admin", "member"), "ben": ("member",)}
    for who, user in (("ann", ANN), ("ben", BEN)):
        roles = {house.role(key) for key in reads[who]} | {personal_role(account, user)}
        may = frozenset(one for one in CONTENT if who == "ann" or not one.endswith(RESERVED))
        house.actors[who] = Actor(
            "user", user, account, uuid4(), reads=frozenset(roles), may=may, confirmed_at=house.now
        )
    elsewhere = AccountId(uuid4())
    house.actors["cid"] = Actor(
        "user",
        CID,
        elsewhere,
        uuid4(),
        reads=frozenset({built_in_role(elsewhere, "owner")}),
        may=CONTENT,
        confirmed_at=house.now,
    )
    house.actors["auditor"] = Actor("user", CID, account, uuid4(), reads=frozenset(), may=frozenset())


def _moment(house: House, user: UserId) -> Moment:
    return Moment(Actor("user", user, house.account), house.now)
