"""What people read about what the server sees, in `README.md` and on the page of this name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# What lies under each line: names of members by the place where they are found, such as a table or a kind.
Places = Mapping[str, Mapping[str, str]]

LINES: Mapping[str, str] = MappingProxyType(
    {
        "people": (
            "Email addresses and names of users, how and when they sign in, from which network and browser"
        ),
        "devices": (
            "The names of devices, when each was added, last used and last checked the account, "
            "and how it protects its keys"
        ),
        "account": "The account's name, plan, language, time zone and settings",
        "members": (
            "Members, invitations, the names, descriptions and permissions of roles, "
            "and who gave whom which role when"
        ),
        "record": "The public part of the key record: public keys, signatures and hashes",
        "items": (
            "The kind of each item, who created and changed it when, how often, and whether it is "
            "archived or in the bin"
        ),
        "audience": "Which roles can read an item, and could before",
        "dates": (
            "Expiry dates, start and due dates and times, how a task repeats, and when reminders are sent"
        ),
        "status": (
            "The status of a task, the kind of a status and of a profile, and what a saved filter is for"
        ),
        "links": "Which documents, tasks, profiles, topics and files belong together",
        "trees": "The shape of trees (topics, groups, sub-groups, sub-tasks) and the order of lists",
        "people_in_items": "Who a task is assigned to, who is mentioned in a comment, and who wrote it",
        "files": (
            "The sizes of texts and files in steps of about 3 %, and which file is fetched by whom, "
            "when and in which parts"
        ),
        "mail": "The emails that Coffer sends: to whom, what they say, when, and whether they arrived",
        "activity": "The audit log, notifications, and suspicious activity",
    }
)

NEVER = (
    "Titles, texts, contact details, file names, kinds and contents of files, previews, names of "
    "profiles, topics and statuses, what you search for, pass-phrases, recovery keys and private keys"
)

# Kept, and said in no line: what only a role key opens, and what the server writes about its own work.
UNSAID = frozenset({"sealed", "its own"})
