"""What every test may ask for: real servers, and a database of its own."""

import contextlib
import os
from collections.abc import AsyncIterator, Iterator
from urllib.parse import urlsplit

import pytest
import redis
from hypothesis import settings
from nacl.pwhash import argon2id
from psycopg_pool import AsyncConnectionPool

from infrastructure.identity import hasher
from infrastructure.postgres import open_pool
from tests.support.stack import (
    POSTGRES,
    VALKEY,
    Stack,
    add_read_models,
    cloned_database,
    migrated_template,
    running_stack,
    seen_by,
)

# Whether a law holds does not depend on how busy the machine is.
settings.register_profile("coffer", deadline=None)
settings.load_profile("coffer")

_shared = contextlib.ExitStack()


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Under xdist the servers are started once, by the process that starts the workers."""
    starts_workers = bool(getattr(config.option, "tx", None)) and not hasattr(config, "workerinput")
    if starts_workers and not {POSTGRES, VALKEY} <= os.environ.keys():
        os.environ.update(_shared.enter_context(running_stack()).environ())


def pytest_unconfigure() -> None:
    _shared.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files begin first: begun last, one runs alone while the other workers have nothing left."""
    items.sort(key=lambda item: item.get_closest_marker("begins_early") is None)


@pytest.fixture(scope="module", autouse=True)
def cheap_hashes(request: pytest.FixtureRequest) -> Iterator[None]:
    """A password takes the least that Argon2id has, but in modules that try hashes (`real_hashes`)."""
    with pytest.MonkeyPatch.context() as patched:
        if request.node.get_closest_marker("real_hashes") is None:
            patched.setattr(hasher, "MEMORY", argon2id.MEMLIMIT_MIN)
            patched.setattr(hasher, "PASSES", argon2id.OPSLIMIT_MIN)
        yield


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    with running_stack() as servers:
        yield servers


@pytest.fixture(scope="session")
def postgres_server(stack: Stack) -> str:
    """The owner's URL of a throw-away PostgreSQL."""
    return stack.postgres


@pytest.fixture(scope="module")
def valkey_url(stack: Stack) -> str:
    """A Valkey database that is empty and that no other worker uses."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    url = f"{stack.valkey.rsplit('/', 1)[0]}/{worker % 16}"
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    return url


@pytest.fixture(scope="session")
def database_template(postgres_server: str) -> str:
    """The name of a database with all migrations, to clone."""
    return migrated_template(postgres_server)


@pytest.fixture(scope="module")
def module_database_url(postgres_server: str, database_template: str) -> Iterator[str]:
    """The owner's URL of a migrated database that one module's tests share."""
    with cloned_database(postgres_server, database_template) as url:
        yield url


@pytest.fixture
def database_url(postgres_server: str, database_template: str) -> Iterator[str]:
    """The owner's URL of a migrated database of the test's own."""
    with cloned_database(postgres_server, database_template) as url:
        yield url


@pytest.fixture(scope="session")
def product_template(postgres_server: str, database_template: str) -> Iterator[str]:
    """The name of a database as `./coffer migrate` leaves it: with every read model, to clone."""
    with cloned_database(postgres_server, database_template) as url:
        add_read_models(url)
        yield urlsplit(url).path.lstrip("/")


@pytest.fixture
def product_database_url(postgres_server: str, product_template: str) -> Iterator[str]:
    """The owner's URL of a database with every read model, of the test's own."""
    with cloned_database(postgres_server, product_template) as url:
        yield url


@pytest.fixture(scope="module")
def module_product_database_url(postgres_server: str, product_template: str) -> Iterator[str]:
    """The owner's URL of a database with every read model that one module's tests share."""
    with cloned_database(postgres_server, product_template) as url:
        yield url


@pytest.fixture
def app_database_url(database_url: str) -> str:
    """The same database as the API sees it."""
    return seen_by("coffer_app", database_url)


@pytest.fixture
async def pool(app_database_url: str) -> AsyncIterator[AsyncConnectionPool]:
    """The connections that the parts of one process share."""
    async with open_pool(app_database_url, size=8) as pool:
        yield pool


@pytest.fixture
def projector_database_url(database_url: str) -> str:
    """The same database as the followers see it."""
    return seen_by("coffer_projector", database_url)
