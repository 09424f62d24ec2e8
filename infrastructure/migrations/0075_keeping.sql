-- What was found to be damaged where it lies, and how far the search for it has come.

create schema keeping;
grant usage on schema keeping to coffer_app;

-- One row per part that is searched: the log, the trees of the accounts, the objects.
create table keeping.place (
    part text primary key,
    place text not null,
    began_at timestamptz not null,
    finished_at timestamptz
);
comment on column keeping.place.finished_at is 'When the whole part was last read to its end.';

create table keeping.damage (
    part text not null,
    subject text not null,
    finding text not null,
    found_at timestamptz not null default clock_timestamp(),
    primary key (part, subject)
);
comment on table keeping.damage is 'A row goes when the same thing is read again and is whole.';

grant select, insert, update, delete on keeping.place, keeping.damage to coffer_app;
