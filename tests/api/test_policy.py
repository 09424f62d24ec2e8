"""What every answer carries, and what the interface refuses before a handler sees it."""

import gzip
from pathlib import Path

import pytest
from litestar import post
from litestar.params import JSONBody
from litestar.testing import TestClient

from api.http.app import MAX_BODY, create_app
from api.http.reference import reference
from api.http.web_app import web_app
from domain.kernel import Value

OWN = "http://localhost:8000"


class Note(Value, frozen=True):
    text: str


@post("/note", operation_id="createNote", tags=["notes"], status_code=200)
async def create_note(data: JSONBody[Note]) -> Note:
    """Keep a note."""
    return data


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("outside", encoding="utf-8")
    tmp_path = tmp_path / "dist"
    (tmp_path / "assets").mkdir(parents=True)
    (tmp_path / "index.html").write_text("<!doctype html><title>page</title>", encoding="utf-8")
    for name in ("cryptoWorker-1.js", "deskWorker-1.js"):
        (tmp_path / "assets" / name).write_text("1", encoding="utf-8")
    (tmp_path / "assets" / "index-1.js").write_text("plain", encoding="utf-8")
    (tmp_path / "assets" / "index-1.js.gz").write_bytes(gzip.compress(b"packed"))
    return tmp_path


def test_the_page_names_the_demo_where_there_is_one(dist: Path) -> None:
    (dist / "index.html").write_text("<html><head><title>page</title></head></html>", encoding="utf-8")
    for demo, named in (("/dev/demo", '<meta name="coffer-demo" content="/dev/demo" />'), (None, "")):
        app = create_app(
            routes=web_app(dist, name="coffer", version="1", demo=demo),
            dependencies={},
            lifespan=[],
            trusted_origins=frozenset({OWN}),
        )
        with TestClient(app) as client:
            page = client.get("/login", headers={"Accept": "text/html"})
        assert page.headers["cache-control"] == "no-cache"
        assert ("coffer-demo" in page.text, named in page.text) == (demo is not None, True)


@pytest.fixture
def client(dist: Path):
    app = create_app(
        routes=[create_note, *reference(), *web_app(dist, name="coffer", version="1")],
        dependencies={},
        lifespan=[],
        trusted_origins=frozenset({OWN}),
    )
    with TestClient(app) as client:
        yield client


@pytest.mark.parametrize("path", ["/docs", "/openapi.json", "/nothing/here", "/api/auth/nothing"])
def test_every_answer_carries_the_content_policy(client, path):
    headers = client.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    assert "require-trusted-types-for 'script'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("worker", ["cryptoWorker", "deskWorker"])
def test_workers_with_keys_or_opened_contents_may_reach_nothing(client, worker):
    assert client.get(f"/assets/{worker}-1.js").headers["content-security-policy"] == "default-src 'none'"


def test_the_reference_page_has_no_script(client):
    page = client.get("/docs")
    assert "createNote" in page.text
    assert "<script" not in page.text
    assert " style=" not in page.text


@pytest.mark.parametrize("origin", ["http://evil.test", "null", None])
def test_a_write_with_our_cookie_from_elsewhere_is_refused(client, origin):
    headers = {"Cookie": "a=b"} | ({"Origin": origin} if origin else {})
    answer = client.post("/note", json={"text": "x"}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["details"]["reason"] == "origin"


def test_a_write_with_our_cookie_from_our_page_is_taken(client):
    assert (
        client.post("/note", json={"text": "x"}, headers={"Cookie": "a=b", "Origin": OWN}).status_code == 200
    )


@pytest.mark.parametrize(
    ("body", "media_type", "reason"),
    [
        (b"text=x", "text/plain", "content_type"),
        (b"text=x", "application/x-www-form-urlencoded", "content_type"),
        (b"{", "application/json", "form"),
        (b'{"text":1}', "application/json", "form"),
        (b'{"text":"x","more":1}', "application/json", "form"),
        (b"[]", "application/json", "form"),
        (b"", "application/json", "form"),
        (b'{"text":"\xff"}', "application/json", "form"),
        (b"[" * 100_000, "application/json", "form"),
    ],
)
def test_a_malformed_body_is_the_callers_fault(client, body, media_type, reason):
    answer = client.post("/note", content=body, headers={"Content-Type": media_type})
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid_argument"
    assert answer.json()["details"]["reason"] == reason
    assert answer.json()["details"]["requestId"]


def test_a_body_over_the_limit_is_out_of_range(client):
    answer = client.post("/note", json={"text": "x" * MAX_BODY})
    assert answer.status_code == 413
    assert answer.json()["code"] == "out_of_range"


def test_a_wrong_method_and_an_unknown_address_have_the_error_body(client):
    assert client.get("/note").status_code == 405
    assert client.get("/note").json()["code"] == "unimplemented"
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        answer = client.request(method, "/nothing")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_an_unknown_path_below_the_auth_base_is_empty(client):
    answer = client.get("/api/auth/nothing")
    assert (answer.status_code, answer.content) == (404, b"")


def test_deep_links_give_the_page_to_a_browser_only(client):
    assert client.get("/documents", headers={"Accept": "text/html"}).text.endswith("<title>page</title>")
    assert client.get("/documents").status_code == 404
    assert client.get("/api/nothing", headers={"Accept": "text/html"}).json()["code"] == "not_found"
    assert client.get("/", headers={"Accept": "application/json"}).json() == {
        "name": "coffer",
        "version": "1",
    }


def test_assets_are_immutable_and_packed_where_the_browser_takes_it(client):
    packed = client.get("/assets/index-1.js", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == "packed"
    assert "immutable" in packed.headers["cache-control"]
    plain = client.get("/assets/index-1.js", headers={"Accept-Encoding": "identity"})
    assert plain.text == "plain"


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/..%2fsecret.txt"]
)
def test_no_path_leaves_the_build(client, path):
    assert client.get(path).status_code == 404
