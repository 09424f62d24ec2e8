"""`/api/auth/keys`: the key log, the tree over all statements, and its signed heads."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import JSONBody, QueryParameter

from api.http.answers import answer
from api.http.given import Fresh, Given
from api.http.vault.shapes import AskedChains, ChainPage, Leaves, LogPage, bare
from application.access import in_account
from application.commands import Commands
from application.ports import Context
from application.processes.post_key_statements import Posted, PostKeyStatements
from application.vault.chains import may_ask
from application.vault.heads import HeadAnswer, ReadHead
from domain.errors import OutOfRange
from projections.kernel import Reader
from projections.vault.account_tree import leaves_between
from projections.vault.chains import AskedChain, chains_of
from projections.vault.key_log import key_head, statements_after

MOST_STATEMENTS = 500
MOST_LEAVES = 5000
MOST_LINKS = 2000


class KeyLogController(Controller):
    path = "/api/auth/keys"
    tags = ("keys",)
    opt = {"opens_keys": True}  # noqa: RUF012

    @get("/log", operation_id="listKeyStatements")
    async def log(
        self,
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        after: Annotated[int, QueryParameter(ge=-1, le=2**53)] = -1,
        limit: Annotated[int, QueryParameter(ge=1, le=MOST_STATEMENTS)] = MOST_STATEMENTS,
    ) -> Response[LogPage]:
        """List the key statements after one, oldest first, with the head of the chain."""
        account_id = in_account(context)
        rows = await statements_after(reader, account_id, after, limit)
        head = await key_head(reader, account_id)
        shown = msgspec.json.encode({"seq": head[0], "hashB64u": head[1]} if head else None)
        content = b'{"data":[' + ",".join(rows).encode() + b'],"head":' + shown + b"}"
        return bare(content, fresh)

    @post("/log", operation_id="postKeyStatements", status_code=200)
    async def append(
        self, data: JSONBody[PostKeyStatements], context: Given[Context], commands: Given[Commands]
    ) -> Response[Posted]:
        """Add key statements, all or nothing; or one `view.seen`."""
        return answer(await commands.run(data, context), data=False)

    @get("/head", operation_id="getAccountHead")
    async def head(
        self,
        context: Given[Context],
        commands: Given[Commands],
        fresh: Given[Fresh],
        from_size: Annotated[int | None, QueryParameter(name="from", ge=0, le=2**53)] = None,
    ) -> Response[HeadAnswer]:
        """Get the signed head of the account's Merkle tree, with a consistency proof from a given size."""
        return answer(await commands.run(ReadHead(from_size), context), data=False)

    @get("/leaves", operation_id="listAccountLeaves")
    async def leaves(
        self,
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        start: Annotated[int, QueryParameter(name="from", ge=0, le=2**53)],
        end: Annotated[int, QueryParameter(name="to", ge=0, le=2**53)],
    ) -> Response[Leaves]:
        """List the leaves of the Merkle tree from one index up to another (exclusive)."""
        account_id = in_account(context)
        if not start <= end <= start + MOST_LEAVES:
            raise OutOfRange(f"At most {MOST_LEAVES} leaves at once.", reason="range")
        found = await leaves_between(reader, account_id, start, end)
        return bare(msgspec.json.encode({"data": found}), fresh)

    @post("/chain", operation_id="listChains", status_code=200)
    async def chain(
        self,
        data: JSONBody[AskedChains],
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
    ) -> Response[ChainPage]:
        """List the signed statements of objects: of all that the caller may read, and of what they could
        read once, up to the statement that ended it. Kept when contents are purged."""
        account_id, actor = in_account(context), context.actor
        places = [place for place, one in enumerate(data.objects) if may_ask(actor, one.kind)]
        asked = [AskedChain(*msgspec.structs.astuple(data.objects[place])) for place in places]
        found = await chains_of(reader, account_id, asked, actor.reads, MOST_LINKS)
        known = dict(zip(places, found.statements, strict=True))
        shown = [
            {"kind": one.kind, "id": one.id, "statements": known.get(place, [])}
            for place, one in enumerate(data.objects)
        ]
        return bare(msgspec.json.encode({"data": shown, "more": found.more}), fresh)
