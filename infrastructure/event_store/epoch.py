"""Which versions of the product may write beside one another.

A release raises `EPOCH` by one when code before it would misread what it writes: a new kind of event, a new
meaning. It goes out in two steps, so that a rolling restart has no failed request: first code that can read
(`EPOCH` raised, `OLDEST` as it was), and when all of that runs, code that writes (`OLDEST` raised as well).
`coffer migrate` notes both in the database; from then on what is older than `OLDEST` may append no more.

A change of an inline read model is never beside the old one: from the migration on, only who writes it
appends.
"""

# What this code can read.
EPOCH = 6
# The oldest code whose writing this code can live with.
OLDEST = 6

OUTDATED_STATE = "CF005"
WHAT_TO_DO = (
    "This process is older than its data. Stop it and start the version that the data was migrated by."
)
