-- Analysts read views in the schema `analytics`, each of one account, and nothing beneath them.
--
-- A view stands on a function that takes nothing and runs as `coffer_analytics`. That role may read single
-- columns of single tables, under a policy of its own that goes by who signed in. So whoever writes SQL has no
-- right on any table, meets no argument to try accounts with, and sees no plan that counts rows of others.

create schema analytics;
-- Of each table the version that readers see, in the columns that views are made of.
create schema analysed;
grant usage on schema analytics to coffer_app, coffer_analyst, coffer_analytics;
grant create on schema analytics to coffer_analytics;
grant usage on schema analysed to coffer_analytics;

create table analytics.login (
    name text primary key,
    account_id uuid not null,
    label text not null,
    added_at timestamptz not null default clock_timestamp()
);
comment on table analytics.login is 'Whose rows a database login sees. The name of a login says nothing.';
-- What an operator calls somebody goes with the account.
grant select, delete on analytics.login to coffer_app;

-- Keys the pseudonyms of all accounts, each by a key of its own.
create table analytics.secret (
    one boolean primary key default true check (one),
    value bytea not null check (octet_length(value) = 32)
);
insert into analytics.secret (value)
    values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
grant select on analytics.secret to coffer_analytics;

-- What views are made of, as this version of the product has it.
create table analytics.source (
    table_name text primary key,
    columns text[] not null
);

-- The account of whoever signed in. People are known by their login; the API, which may set a variable,
-- by the variable.
create function analytics.account() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select case
        when exists (select from analytics.login where name = session_user)
            then (select account_id from analytics.login where name = session_user)
        when pg_has_role(session_user, 'coffer_app', 'member')
            then nullif(current_setting('app.account_id', true), '')::uuid
    end
$$;
revoke all on function analytics.account from public;
grant execute on function analytics.account to coffer_app, coffer_analyst, coffer_analytics;

-- Let views read this table, if they are made of it. The owner of the tables calls it whenever it is another
-- table that readers see.
create function analytics.show(source text, shown text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
    wanted text[];
    listed text;
    place constant regclass := format('%I.%I', source, shown);
begin
    select s.columns into wanted from analytics.source as s where s.table_name = shown;
    if wanted is null then
        return;
    end if;
    execute format('drop view if exists analysed.%I', shown);
    -- A former version may lack a column: then these views wait for the new one.
    if exists (select from unnest(wanted) as w where not exists (
        select from pg_attribute where attrelid = place and attname = w and not attisdropped)) then
        return;
    end if;
    if not (select relrowsecurity and relforcerowsecurity from pg_class where oid = place) then
        raise exception 'row security of % is not forced', place;
    end if;
    select string_agg(quote_ident(w), ', ') into listed from unnest(wanted) as w;
    execute format('grant usage on schema %I to coffer_analytics', source);
    execute format('grant select (%s) on %s to coffer_analytics', listed, place);
    if not exists (select from pg_policies where schemaname = source and tablename = shown
                   and policyname = 'analytics') then
        -- In a sub-select it is asked once, and not for each row.
        execute format('create policy analytics on %s for select to coffer_analytics '
            'using (account_id = (select analytics.account()))', place);
    end if;
    execute format('create view analysed.%I with (security_invoker = true) as select %s from %s',
        shown, listed, place);
    execute format('grant select on analysed.%I to coffer_analytics', shown);
end
$$;
revoke all on function analytics.show from public;

-- As before, and views for analysts follow.
create or replace function es.serve(model text, to_version integer) returns void
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
        perform analytics.show(source, shown);
    end loop;
    insert into es.read_model values (model, to_version)
        on conflict (name) do update set version = excluded.version;
end
$$;
