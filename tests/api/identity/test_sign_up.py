"""From registration to a session: the mailbox is what is proven, and the browser what proves it."""

from tests.support.door import PASSWORD, Door, an_address


async def test_a_registration_waits_for_its_proof_and_then_opens_a_session(door: Door):
    browser, email = door.browser(), an_address()
    answer = await browser.sign_up(email.upper(), name="Ann Lee")
    assert answer.json()["token"] is None
    assert answer.json()["user"]["email"] == email
    assert await browser.session() is None

    proven = await browser.sign_in_by_code(email)
    assert proven.status_code == 200, proven.text
    assert proven.json()["user"]["name"] == "Ann Lee"
    assert proven.json()["user"]["emailVerified"] is True

    session = await browser.session()
    assert session["user"]["email"] == email
    assert session["session"]["accountId"] is None
    assert session["account"] is None
    assert session["redirect"] == "/subscribe"
