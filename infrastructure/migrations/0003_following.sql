-- What follows the log: read models, how far each has come, what it could not apply, what leaves the house.

-- The version of each read model that readers see under its name in the schema `read`.
create table es.read_model (
    name text primary key,
    version integer not null
);

-- One row per follower and log, changed in the transaction of the rows it speaks of.
create table es.tracking (
    follower text not null,
    log_id smallint not null,
    position bigint not null,
    primary key (follower, log_id)
) with (fillfactor = 50);

-- An account whose facts one follower could not apply: it waits here, and the others go on.
create table es.parked (
    follower text not null,
    log_id smallint not null,
    account_id uuid not null,
    position bigint not null,
    error text not null,
    parked_at timestamptz not null default clock_timestamp(),
    primary key (follower, log_id, account_id)
);

-- What is to be done outside the database, at least once; `dedup` makes it at most once to be noted.
create table es.outbox (
    id bigint generated always as identity primary key,
    topic text not null,
    payload jsonb not null,
    dedup text not null unique,
    created_at timestamptz not null default clock_timestamp(),
    attempts integer not null default 0,
    next_at timestamptz not null default clock_timestamp(),
    done_at timestamptz
);
create index outbox_waiting on es.outbox (next_at, id) where done_at is null;

grant select on es.read_model, es.tracking, es.parked to coffer_app;
grant select, update, delete on es.outbox to coffer_app;
grant select, insert, update on es.tracking to coffer_projector;
grant select, insert, update, delete on es.parked to coffer_projector;
grant select, insert on es.outbox to coffer_projector;
grant select on es.read_model to coffer_projector;

-- Show readers this version of a read model. The views are made by the owner of the tables; who follows
-- the log may only say when.
create function es.serve(model text, to_version integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
    shown text;
    source constant text := format('p_%s_%s', model, to_version);
begin
    for shown in select tablename from pg_tables where schemaname = source order by tablename loop
        execute format('drop view if exists read.%I', shown);
        execute format('create view read.%I with (security_invoker = true) as select * from %I.%I',
            shown, source, shown);
        execute format('grant select on read.%I to coffer_app, coffer_projector', shown);
    end loop;
    insert into es.read_model values (model, to_version)
        on conflict (name) do update set version = excluded.version;
end
$$;
revoke all on function es.serve from public;
grant execute on function es.serve to coffer_projector;
