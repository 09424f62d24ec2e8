-- The log and what is written in the transaction of an append.

create schema es;
create schema read;
grant usage on schema es, read to coffer_app, coffer_projector;

-- The last position of each log. Whoever appends holds this row until the commit, so positions have no
-- gaps and their order is the order of the commits. Half-empty pages keep its versions on one page.
create table es.head (
    log_id smallint primary key,
    position bigint not null check (position >= 0)
) with (fillfactor = 10);
insert into es.head values (0, 0);

create table es.event (
    log_id smallint not null,
    position bigint not null,
    account_id uuid,
    kind text not null,
    entity_id uuid not null,
    stream_id uuid not null,
    stream_version integer not null check (stream_version > 0),
    type text not null,
    schema_version smallint not null,
    state bytea not null,
    event_id uuid not null,
    actor_kind text not null,
    actor_id uuid,
    impersonator_id uuid,
    session_id uuid,
    device_id uuid,
    correlation_id uuid not null,
    causation_id uuid,
    request_id uuid not null,
    origin uuid,
    ip_ref text,
    agent_ref text,
    occurred_at timestamptz not null,
    recorded_at timestamptz not null,
    leaf_hash bytea not null,
    primary key (log_id, position),
    constraint event_stream_version unique (log_id, stream_id, stream_version)
);
create index event_account on es.event (account_id, position) where account_id is not null;
comment on table es.event is 'Every fact, for ever. Rows are added by es.append_batch and never changed.';
comment on column es.event.leaf_hash is 'SHA-256 over the envelope and the stored bytes: the leaf of the log''s tree.';

create function es.refuse_change() returns trigger language plpgsql as $$
begin
    raise exception 'the log is append-only' using errcode = 'restrict_violation';
end
$$;
create trigger append_only before update or delete or truncate on es.event
    for each statement execute function es.refuse_change();

-- A name that one stream holds at a time. Global names stand under the zero account.
create table es.claim (
    account_id uuid not null,
    kind text not null,
    value text not null,
    stream_id uuid not null,
    position bigint not null,
    primary key (account_id, kind, value)
);

-- The answer a client's key was given, so that a repeated request repeats the answer and not the deed.
create table es.idempotency (
    account_id uuid not null,
    actor_id uuid not null,
    key text not null,
    route text not null,
    fingerprint bytea not null,
    response bytea not null,
    position bigint not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (account_id, actor_id, key)
);
create index idempotency_age on es.idempotency (created_at);

-- The state of a long stream, so that loading it need not begin at its first fact.
create table es.snapshot (
    log_id smallint not null,
    stream_id uuid not null,
    stream_version integer not null,
    shape smallint not null,
    state bytea not null,
    primary key (log_id, stream_id)
);

-- Keys of persons and of records, wrapped by a key that is not in this database. Destroying one erases
-- what lies under it. `owner_id` is the person (or record) that several keys belong to; a key with an
-- end is destroyed after that day whoever it belongs to.
create table es.subject_key (
    subject uuid primary key,
    owner_id uuid not null,
    wrapped bytea not null,
    expires_on date,
    created_at timestamptz not null default clock_timestamp()
);
create index subject_key_owner on es.subject_key (owner_id);
create index subject_key_end on es.subject_key (expires_on) where expires_on is not null;

revoke all on all tables in schema es from public;
grant select on es.head, es.event, es.claim, es.idempotency, es.snapshot, es.subject_key to coffer_app;
grant insert, update, delete on es.snapshot to coffer_app;
grant insert, delete on es.subject_key to coffer_app;
grant select on es.head, es.event, es.claim, es.subject_key to coffer_projector;
grant delete on es.subject_key to coffer_projector;
grant select, delete on es.idempotency to coffer_projector;
