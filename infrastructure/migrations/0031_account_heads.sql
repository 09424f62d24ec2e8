-- What whoever signs account heads leaves for the others: the public half of the log's key, and what was
-- signed last, so that of several who sign only one does.

create table vault.log_key (
    name text primary key,
    public_key bytea not null check (octet_length(public_key) = 32),
    since timestamptz not null default clock_timestamp()
);

create table vault.sealed_head (
    account_id uuid primary key,
    size bigint not null,
    -- Milliseconds, as the note says it.
    signed_at bigint not null
);

grant select on vault.log_key to coffer_app;
grant select, insert on vault.log_key to coffer_projector;
grant select, insert, update on vault.sealed_head to coffer_app;
grant select on vault.sealed_head to coffer_projector;
