"""From a session without an account to one: plans, subscribing, further accounts, switching."""

from tests.support.house import House


async def test_a_new_person_subscribes_and_the_session_enters_the_account(house: House) -> None:
    ann = await house.person().arrived()
    account = await ann.subscribed()
    assert account["state"] == "trialing"
    session = await ann.session()
    assert session["session"]["accountId"] == account["id"]
