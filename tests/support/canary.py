"""Looking for words that nobody but a browser may ever have held.

`python -m tests.support.canary DATA WORD...` searches a running product from end to end: the database
through SQL and in its files and write-ahead log, Valkey, the object store, the mail and the log files.
`python -m tests.support.canary --folder FOLDER WORD...` searches a folder alone, such as that of a browser.
It prints what it found as JSON.
"""

import base64
import json
import mmap
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psycopg
import redis
from psycopg import sql
from psycopg.types.string import TextLoader

from infrastructure.local.data_folder import environment_of_running
from infrastructure.local.inbox import read_inbox
from infrastructure.local.postgres import PostgresServer


@dataclass(frozen=True)
class Found:
    word: str
    form: str
    place: str


def forms(word: str) -> dict[str, bytes]:
    """How a word may lie about: as it is, escaped, or wrapped once."""
    plain = word.encode()
    found = {
        "text": plain,
        "UTF-16": word.encode("utf-16-le"),
        "JSON": json.dumps(word)[1:-1].encode(),
        "hex": plain.hex().encode(),
    }
    # Where a word begins within three bytes changes its base64; what is certain lies between the ends.
    for shift in range(3):
        for name, encode in (("base64", base64.b64encode), ("base64url", base64.urlsafe_b64encode)):
            encoded = encode(b"\0" * shift + plain + b"\0" * (-(shift + len(plain)) % 3))
            begin = (0, 2, 3)[shift]
            end = len(encoded) - (0, 3, 2)[(shift + len(plain)) % 3]
            found[f"{name} {shift}"] = encoded[begin:end]
    return {form: wanted for form, wanted in found.items() if len(wanted) >= 6}


def in_bytes(content: bytes | mmap.mmap, words: Iterable[str], place: str) -> Iterator[Found]:
    for word in words:
        for form, wanted in forms(word).items():
            if content.find(wanted) >= 0:
                yield Found(word, form, place)


def in_files(folder: Path, words: Sequence[str]) -> Iterator[Found]:
    for file in sorted(folder.rglob("*")):
        # Files of a living database come and go.
        try:
            if not file.is_file() or file.stat().st_size == 0:
                continue
            with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
                yield from in_bytes(content, words, str(file.relative_to(folder.parent)))
        except (FileNotFoundError, ValueError):
            continue


def in_folder(folder: Path, words: Sequence[str]) -> list[Found]:
    """In files, and in the names of files and folders."""
    names = (str(place.relative_to(folder)) for place in sorted(folder.rglob("*")))
    named = [found for name in names for found in in_bytes(name.encode(), words, f"the name {name}")]
    return list(dict.fromkeys([*named, *in_files(folder, words)]))


def in_database(owner_url: str, words: Sequence[str]) -> Iterator[Found]:
    """Through SQL as well: in the files, long values are compressed."""
    with psycopg.connect(owner_url) as connection:
        # It may be infinite, which no `datetime` is.
        connection.adapters.register_loader("timestamptz", TextLoader)
        tables = connection.execute(
            "select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace "
            "where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema')"
        ).fetchall()
        for schema, table in tables:
            query = sql.SQL("select * from {}").format(sql.Identifier(schema, table))
            for row in connection.execute(query):
                for value in row:
                    raw = value if isinstance(value, bytes) else str(value).encode()
                    yield from in_bytes(raw, words, f"{schema}.{table}")


def in_valkey(url: str, words: Sequence[str]) -> Iterator[Found]:
    read = {
        b"string": lambda client, key: client.get(key),
        b"hash": lambda client, key: client.hgetall(key),
        b"list": lambda client, key: client.lrange(key, 0, -1),
        b"set": lambda client, key: client.smembers(key),
        b"zset": lambda client, key: client.zrange(key, 0, -1),
        b"stream": lambda client, key: client.xrange(key),
        # Its time came since the names were read.
        b"none": lambda client, key: b"",
    }
    with redis.Redis.from_url(url) as client:
        for key in client.scan_iter():
            value = read[client.type(key)](client, key)
            raw = value if isinstance(value, bytes) else b"\n".join(_leaves(value))
            yield from in_bytes(key + b"\n" + raw, words, f"valkey {key.decode(errors='replace')}")


def in_mail(folder: Path, words: Sequence[str]) -> Iterator[Found]:
    for mail in read_inbox(folder, None):
        said = "\n".join((mail.to, mail.subject, mail.text, mail.html))
        yield from in_bytes(said.encode(), words, f"mail to {mail.to}: {mail.subject}")


def in_product(data: Path, words: Sequence[str], told: Mapping[str, str]) -> list[Found]:
    """Everywhere a running product keeps something."""
    with psycopg.connect(told["COFFER_OWNER_DATABASE_URL"], autocommit=True) as connection:
        # What is in memory only would be on the disk a moment later.
        connection.execute("checkpoint")
    found = [
        *in_database(told["COFFER_OWNER_DATABASE_URL"], words),
        *in_valkey(told["REDIS_URL"], words),
        *in_mail(data / "mail", words),
        *in_files(data, words),
    ]
    cluster = PostgresServer(data).cluster
    if not cluster.is_relative_to(data):
        found += in_files(cluster, words)
    return list(dict.fromkeys(found))


def _leaves(value: object) -> Iterator[bytes]:
    if isinstance(value, bytes):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(key)
            yield from _leaves(inner)
    elif isinstance(value, list | tuple | set):
        for inner in value:
            yield from _leaves(inner)


if __name__ == "__main__":
    _, *asked = sys.argv
    if asked[0] == "--folder":
        everywhere = in_folder(Path(asked[1]).resolve(strict=True), asked[2:])
    else:
        where = Path(asked[0]).resolve()
        everywhere = in_product(where, asked[1:], environment_of_running(where))
    print(json.dumps([asdict(one) for one in everywhere], ensure_ascii=False))
    sys.exit(1 if everywhere else 0)
