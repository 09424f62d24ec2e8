"""One's own sessions: seen, and ended at once and for good."""

from __future__ import annotations

from tests.support.door import PASSWORD, Browser, Door, an_address


async def twice(door: Door) -> tuple[Browser, Browser]:
    """Two browsers of one person."""
    email, first, second = an_address(), door.browser(), door.browser(**{"User-Agent": "Other/1.0"})
    await first.registered(email)
    door.clock.advance(seconds=1)
    answer = await second.post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert answer.status_code == 200
    return first, second


async def test_the_list_shows_live_sessions_and_no_secret(door: Door):
    first, second = await twice(door)
    listed = (await first.get("/list-sessions")).json()
    assert [session["id"] for session in listed] == [
        (await first.session())["session"]["id"],
        (await second.session())["session"]["id"],
    ]
    assert listed[0] == (await first.session())["session"] | {"country": None}, "nothing says where that is"
    assert listed[1]["userAgent"] == "Other/1.0"
    assert listed[1]["ipAddress"].startswith("10.")
    secrets = {str(value).split(".")[0] for value in first.http.cookies.values()}
    assert not secrets & {session["token"] for session in listed}


async def test_the_list_needs_a_fresh_session(door: Door):
    first, _ = await twice(door)
    assert (await door.browser().get("/list-sessions")).status_code == 401
    door.clock.advance(hours=24)
    stale = await first.get("/list-sessions")
    assert (stale.status_code, stale.json()["code"]) == (403, "SESSION_NOT_FRESH")
    await first.post("/confirm", {"password": PASSWORD})
    assert (await first.get("/list-sessions")).status_code == 200


async def test_one_session_is_ended_by_its_handle(door: Door):
    first, second = await twice(door)
    token = (await second.session())["session"]["token"]
    answer = await first.post("/revoke-session", {"token": token})
    assert answer.json() == {"status": True}
    assert await second.session() is None
    assert await first.session() is not None
    assert [each["token"] for each in (await first.get("/list-sessions")).json()] != [token]
    again = await first.post("/revoke-session", {"token": token})
    assert again.json() == {"status": True}


async def test_nobody_ends_a_session_of_somebody_else(door: Door):
    first, _ = await twice(door)
    stranger = door.browser()
    await stranger.registered(an_address())
    token = (await stranger.session())["session"]["token"]
    for handle in (token, "x" * 32, "", "\x00", "✓"):
        answer = await first.post("/revoke-session", {"token": handle})
        assert (answer.status_code, answer.json()) == (200, {"status": True})
    assert await stranger.session() is not None
    assert (await door.browser().post("/revoke-session", {"token": token})).status_code == 401


async def test_the_others_are_ended_and_this_one_stays(door: Door):
    first, second = await twice(door)
    answer = await first.http.post("/api/auth/revoke-other-sessions")
    assert answer.json() == {"status": True}
    assert await first.session() is not None
    assert await second.session() is None


async def test_all_are_ended_and_no_cookie_is_taken_away(door: Door):
    first, second = await twice(door)
    answer = await second.http.post("/api/auth/revoke-sessions")
    assert answer.json() == {"status": True}
    assert answer.headers.get_list("set-cookie") == []
    assert await first.session() is None
    assert await second.session() is None
    assert (await first.http.post("/api/auth/revoke-sessions")).status_code == 401


async def test_what_is_ended_is_ended_on_the_next_request_everywhere(door: Door):
    first, second = await twice(door)
    token = (await second.session())["session"]["token"]
    await first.post("/revoke-session", {"token": token})
    for path in ("/list-sessions", "/list-accounts", "/passkey/list-user-passkeys"):
        assert (await second.get(path)).status_code == 401
    for path, body in (("/update-user", {"name": "Eve"}), ("/revoke-sessions", None)):
        assert (await second.post(path, body)).status_code == 401
    assert await first.session() is not None


async def test_an_expired_session_is_not_listed(door: Door):
    email, first, brief = an_address(), door.browser(), door.browser()
    await first.registered(email)
    await brief.post("/sign-in/email", {"email": email, "password": PASSWORD, "rememberMe": False})
    assert len((await first.get("/list-sessions")).json()) == 2
    door.clock.advance(hours=24)
    await first.post("/confirm", {"password": PASSWORD})
    assert len((await first.get("/list-sessions")).json()) == 1
