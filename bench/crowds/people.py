"""Those who are there before any crowd comes: each with an account of their own."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import NamedTuple
from uuid import UUID

import httpx

from bench.faults.arrivals import Arrivals
from client.api import Person
from client.cabinet import Cabinet
from client.member import Member
from infrastructure.local.product import Product

PASSWORD = "a plum of seven colours"  # noqa: S105 - of nobody


class Somebody(NamedTuple):
    person: Person
    email: str
    cookie: str
    account_id: UUID
    user_id: UUID


@contextlib.asynccontextmanager
async def people_of(product: Product, count: int) -> AsyncGenerator[list[Somebody]]:
    """Each with an account of their own, from a network of their own."""
    arrivals, few = Arrivals(product.data / "mail"), asyncio.Semaphore(8)
    async with contextlib.AsyncExitStack() as stack:

        async def arrive(number: int) -> Somebody:
            async with few:
                headers = {"Origin": product.url, "X-Forwarded-For": f"12.{number >> 8}.{number & 255}.1"}
                http = await stack.enter_async_context(
                    httpx.AsyncClient(base_url=product.url, headers=headers, timeout=60)
                )
                person, email = Person(http), f"p{number}@bench.test"
                await person.register("Ann", email, PASSWORD)
                await person.enter_code(email, await arrivals.code_for(email))
                session = await person.session()
                account = await person.subscribe("family", "Hawthorne")
                cookie = "; ".join(f"{one.name}={one.value}" for one in http.cookies.jar)
                return Somebody(person, email, cookie, UUID(account["id"]), UUID(session["user"]["id"]))

        yield list(await asyncio.gather(*(arrive(number) for number in range(count))))


async def cabinet_of(one: Somebody) -> Cabinet:
    member = Member(one.person, one.account_id, one.user_id)
    await member.found()
    return Cabinet(member)
