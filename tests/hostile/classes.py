"""The classes of attacks by a hostile server, and what shows that each of them is withstood.

Where an attack can be made on the screen, a scenario of this suite makes it. Others are shown where the rule
is decided, by a test of the server, of the Python client or of the browser's parts.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Shown(NamedTuple):
    """A test by its file and its name: of a function in Python, a title in TypeScript."""

    path: str
    name: str


class AttackClass(NamedTuple):
    number: int
    title: str
    scenarios: tuple[str, ...] = ()
    tests: tuple[Shown, ...] = ()


CLASSES: Final = (
    AttackClass(
        1,
        "substituted device key",
        tests=(
            Shown(
                "web/src/crypto/keyLog/replay.test.ts",
                "needs the id of its keys, its own signature, and is never seen twice",
            ),
            Shown("tests/api/vault/test_guards.py", "test_a_wrap_is_the_granted_one_for_a_true_device"),
        ),
    ),
    AttackClass(
        2,
        "substituted role key",
        tests=(
            Shown(
                "tests/contracts/test_crypto_vectors.py",
                "test_a_role_secret_that_is_not_the_one_of_the_log_is_refused",
            ),
        ),
    ),
    AttackClass(
        3,
        "ghost member or device",
        ("no answer about a member makes an owner assign or wrap a role",),
        (
            Shown(
                "web/src/keyring/hostileServer.test.ts",
                "by adding a device in somebody's name is found out by the devices that did not see it come",
            ),
        ),
    ),
    AttackClass(
        4,
        "unauthenticated rotation",
        tests=(
            Shown(
                "tests/contracts/test_crypto_vectors.py",
                "test_a_roll_is_proven_by_the_generation_that_it_ends",
            ),
        ),
    ),
    AttackClass(
        5,
        "KDF downgrade",
        tests=(Shown("tests/contracts/test_crypto_vectors.py", "test_fewer_or_too_many_rounds_are_refused"),),
    ),
    AttackClass(
        6,
        "protocol and format downgrade",
        tests=(
            Shown("tests/contracts/test_crypto_vectors.py", "test_an_unknown_suite_asks_for_an_update"),
            Shown("tests/client/test_key_log.py", "test_what_is_not_known_stops_the_replay"),
        ),
    ),
    AttackClass(
        7,
        "ciphertext moved to another record, kind, account, device, role or generation",
        ("another document in the place of the one that was asked for is foreign",),
        (Shown("tests/client/test_laws.py", "test_a_box_never_opens_as_another"),),
    ),
    AttackClass(
        8,
        "field swap, attribute tampering",
        ("contents under another signature are altered, not locked", "another expiry date is not drawn"),
        (
            Shown(
                "web/src/keyring/hostileServer.test.ts",
                "is refused when the server changes anything about it",
            ),
        ),
    ),
    AttackClass(
        9,
        "unauthenticated modes",
        tests=(Shown("tests/client/test_laws.py", "test_a_box_opens_as_sealed_and_no_bit_of_it_may_change"),),
    ),
    AttackClass(
        10,
        "frames reordered, removed, repeated, spliced",
        tests=(
            Shown(
                "tests/contracts/test_crypto_vectors.py", "test_frames_can_not_be_moved_repeated_cut_or_mixed"
            ),
        ),
    ),
    AttackClass(
        11,
        "truncation",
        tests=(Shown("tests/api/vault/test_answers_that_lie.py", "test_a_file_of_another_size_is_refused"),),
    ),
    AttackClass(
        12,
        "file name and metadata",
        tests=(
            Shown(
                "web/src/keyring/files.test.ts",
                "with another manifest, header, list of frames or wrap than the signed one is refused",
            ),
        ),
    ),
    AttackClass(
        13,
        "injection in a user's name",
        ("another name of a member is not drawn as true",),
        (
            Shown(
                "tests/api/vault/test_commitments.py", "test_a_newcomer_is_called_as_the_account_shows_them"
            ),
        ),
    ),
    AttackClass(
        14,
        "rollback of one record",
        ("an older state of a document is rolled back, not locked",),
        (
            Shown(
                "web/src/keyring/floors.test.ts",
                "an older state is refused although the log knows nothing newer",
            ),
        ),
    ),
    AttackClass(
        15,
        "rollback or fork of the account",
        ("an older head is an alarm",),
        (
            Shown(
                "web/src/keyring/hostileServer.test.ts",
                "by showing two histories is found out at the first write that crosses",
            ),
        ),
    ),
    AttackClass(
        16,
        "recovery and escrow",
        tests=(
            Shown("tests/api/vault/test_coming_back.py", "test_envelopes_are_given_out_five_times_a_day"),
            Shown("tests/client/test_laws.py", "test_a_recovery_key_returns_and_notices_a_slip"),
        ),
    ),
    AttackClass(
        17,
        "two keys for one ciphertext, partitioning oracle",
        tests=(Shown("tests/contracts/test_crypto_vectors.py", "test_a_box_refuses_a_change_of_anything"),),
    ),
    AttackClass(
        18,
        "nonce reuse",
        tests=(
            Shown(
                "web/src/crypto/files.test.ts",
                "is one-shot: no frame after the last, no second at once, none again with other contents",
            ),
        ),
    ),
    AttackClass(
        19,
        "padding and error oracles",
        tests=(Shown("tests/contracts/test_crypto_vectors.py", "test_a_record_refuses_other_paddings"),),
    ),
    AttackClass(
        20,
        "sign-in secret for decryption",
        tests=(
            Shown(
                "web/src/keyring/webauthn.test.ts",
                "asks for user verification and a secret, and sends the answer without it",
            ),
        ),
    ),
    AttackClass(
        21,
        "link secrets to the server",
        tests=(Shown("web/src/keyring/webauthn.test.ts", "never tells its secret by its JSON"),),
    ),
    AttackClass(
        22,
        "insider with the key swaps contents",
        tests=(
            Shown(
                "web/src/crypto/files.test.ts",
                "does not open when somebody with the key made other frames under the signed header",
            ),
        ),
    ),
    AttackClass(
        23,
        "removed member reads on",
        tests=(
            Shown(
                "tests/api/vault/test_documents_between_two.py",
                "test_who_was_removed_reads_nothing_new_and_writes_go_on",
            ),
        ),
    ),
    AttackClass(
        24,
        "stolen disk after lock and after 24 hours",
        tests=(
            Shown(
                "web/src/keyring/leaving.test.ts", "releases the server's share and forgets the local half"
            ),
            Shown("tests/api/vault/test_coming_back.py", "test_the_share_runs_out_after_a_day_without_use"),
        ),
    ),
    AttackClass(
        25,
        "changed served code (made visible)",
        tests=(Shown("tests/api/test_policy.py", "test_every_answer_carries_the_content_policy"),),
    ),
    AttackClass(
        26,
        "odd encodings, invalid points",
        tests=(
            Shown("tests/contracts/test_crypto_vectors.py", "test_other_encodings_are_refused"),
            Shown("tests/contracts/test_crypto_vectors.py", "test_other_forms_of_public_keys_are_refused"),
        ),
    ),
    AttackClass(
        27,
        "cross-protocol reuse",
        tests=(
            Shown(
                "tests/contracts/test_crypto_vectors.py",
                "test_the_table_of_labels_covers_what_the_vectors_use",
            ),
        ),
    ),
    AttackClass(
        28,
        "a server that answers nothing",
        (
            "a server without heads is an alarm",
            "a server without a key log is an alarm",
            "a server that calls nobody signed in says nothing in its own words",
        ),
        (Shown("tests/contracts/test_crypto_rules.py", "test_the_state_of_a_client"),),
    ),
    AttackClass(
        29,
        "lies in a second copy",
        (
            "another expiry date is not drawn",
            "another assignee and another due date are not drawn",
            "another name of a member is not drawn as true",
            "another own name in the session is not drawn as true",
            "no header of an answer changes what is drawn or signed",
        ),
        (
            Shown(
                "web/src/api/answersRead.test.ts",
                "a mutation of the store has an answer where the table says so",
            ),
            Shown(
                "web/src/features/members/listed.test.tsx",
                "nobody stands there twice, and whom the key record has stands there without the server",
            ),
        ),
    ),
    AttackClass(
        30,
        "automatic acts as confused deputies",
        (
            "no answer about a member makes an owner assign or wrap a role",
            "no answer about a member and an invitation together makes an owner assign another role",
            "no answer about a debt makes a browser share",
            "an edit is sealed for those whom the statement names",
            "a new thing is sealed for those whom the signed default names",
        ),
        (Shown("tests/contracts/test_crypto_rules.py", "test_what_a_device_does_by_itself_with_a_newcomer"),),
    ),
    AttackClass(
        31,
        "laundering through the next honest edit",
        (
            "the next honest edit does not sign another expiry date",
            "the next honest edit of a repeating task does not sign a day of the server's",
        ),
    ),
    AttackClass(
        32,
        "false account under a true name",
        (
            "a false account behind a secure link is an alarm",
            "the head and log of another account are an alarm",
        ),
    ),
    AttackClass(
        33,
        "swapped answer for an asked id",
        ("another document in the place of the one that was asked for is foreign",),
        (
            Shown(
                "web/src/keyring/owed.test.ts", "is refused where another file is answered than was asked for"
            ),
            Shown(
                "web/src/keyring/newcomers.test.ts",
                "is sent the link of their own invitation, whichever the server says that was sent again",
            ),
        ),
    ),
    AttackClass(
        34,
        "withheld object, and a chain of its own in its place",
        (
            "a document that is left out keeps its row and the word withheld",
            "a document that is left out is called by its last title",
        ),
        (
            Shown("tests/contracts/test_crypto_rules.py", "test_what_a_reader_answers_to_a_chain"),
            Shown(
                "tests/client/test_chains.py",
                "test_a_statement_that_the_tree_passed_over_can_never_be_proven",
            ),
        ),
    ),
)
