-- What belongs together: the data, the secrets it was written with, and the versions that may write on.

-- A value derived from each secret, which tells nothing of it: a database and the secrets of another
-- installation never meet unnoticed.
create table es.secret_check (
    name text primary key,
    value bytea not null check (octet_length(value) = 32),
    made_at timestamptz not null default clock_timestamp()
);
grant select on es.secret_check to coffer_app, coffer_projector;

-- Every append reads these with the position. `oldest_epoch`: code before it may append no more. `inline`:
-- the inline read models that are complete up to the position, so whoever appends has to write them all.
alter table es.head
    add column oldest_epoch integer not null default 0,
    add column inline text[] not null default '{}';

-- As before, and refused for code that the data has left behind.
do $$
begin
    execute (select 'drop function ' || oid::regprocedure from pg_proc where oid = 'es.append_batch'::regproc);
end
$$;

-- Appends the jobs of one batch in the order given and answers each. A job that cannot be carried out
-- leaves no trace and no gap. All facts of a run of jobs are inserted by one statement; when one job of
-- the run fails, the run is halved until the failing job stands alone.
--
-- At most 64 jobs: PostgreSQL keeps that many subtransactions of a transaction in shared memory.
create function es.append_batch(
    its_epoch integer, its_inline text[], jobs integer, extras jsonb, e_job integer[], e_log smallint[], e_account uuid[], e_kind text[],
    e_entity uuid[], e_stream uuid[], e_version integer[], e_type text[], e_schema smallint[],
    e_state bytea[], e_id uuid[], e_actor_kind text[], e_actor uuid[], e_impersonator uuid[],
    e_session uuid[], e_device uuid[], e_correlation uuid[], e_causation uuid[], e_request uuid[],
    e_origin uuid[], e_ip text[], e_agent text[], e_occurred timestamptz[], e_leaf bytea[]
) returns table (job integer, outcome text, detail text, positions bigint[], versions integer[])
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- A plan made while the log was short would scan it when it is long.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    heads bigint[];
    grown bigint[];
    lo integer := 1;
    hi integer := jobs;
    a integer;
    b integer;
    places bigint[];
    places_versions integer[];
    log smallint;
    added bigint;
    message text;
    state text;
    newest bigint;
    oldest integer;
    kept_inline text[];
begin
    -- In ascending order, so that two writers never wait for each other. Whoever waits here for a migration
    -- reads the row as the migration left it.
    for log in select distinct l from unnest(e_log || 0::smallint) as l order by l loop
        select h.position, h.oldest_epoch, h.inline into newest, oldest, kept_inline
            from es.head as h where h.log_id = log for update;
        if its_epoch < oldest or not kept_inline <@ its_inline then
            raise exception 'outdated' using errcode = 'CF005';
        end if;
        heads[log] := newest;
    end loop;
    while lo <= jobs loop
        begin
            grown := heads;
            a := coalesce(array_position(e_job, lo), 1);
            b := a - 1 + (select count(*) from unnest(e_job) as j where j between lo and hi)::int;
            places := '{}';
            places_versions := '{}';
            if b >= a then
                with given as (
                    select * from unnest(
                        e_log[a:b], e_account[a:b], e_kind[a:b], e_entity[a:b], e_stream[a:b],
                        e_version[a:b], e_type[a:b], e_schema[a:b], e_state[a:b], e_id[a:b],
                        e_actor_kind[a:b], e_actor[a:b], e_impersonator[a:b], e_session[a:b],
                        e_device[a:b], e_correlation[a:b], e_causation[a:b], e_request[a:b],
                        e_origin[a:b], e_ip[a:b], e_agent[a:b], e_occurred[a:b], e_leaf[a:b]
                    ) with ordinality as g (
                        log_id, account_id, kind, entity_id, stream_id, decided, type, schema_version,
                        state, event_id, actor_kind, actor_id, impersonator_id, session_id, device_id,
                        correlation_id, causation_id, request_id, origin, ip_ref, agent_ref,
                        occurred_at, leaf_hash, i)
                ), placed as (
                    select g.*,
                        heads[g.log_id] + row_number() over (partition by g.log_id order by g.i) as position,
                        -- Nobody decided on a version: the fact takes the next one.
                        coalesce(g.decided, row_number() over (
                            partition by g.log_id, g.stream_id, g.decided is null order by g.i
                        )::int + coalesce((
                            select max(p.stream_version) from es.event as p
                            where p.log_id = g.log_id and p.stream_id = g.stream_id), 0)) as stream_version
                    from given as g
                ), stored as (
                    insert into es.event (
                        log_id, position, account_id, kind, entity_id, stream_id, stream_version, type,
                        schema_version, state, event_id, actor_kind, actor_id, impersonator_id, session_id,
                        device_id, correlation_id, causation_id, request_id, origin, ip_ref, agent_ref,
                        occurred_at, recorded_at, leaf_hash)
                    select p.log_id, p.position, p.account_id, p.kind, p.entity_id, p.stream_id,
                        p.stream_version, p.type, p.schema_version, p.state, p.event_id, p.actor_kind,
                        p.actor_id, p.impersonator_id, p.session_id, p.device_id, p.correlation_id,
                        p.causation_id, p.request_id, p.origin, p.ip_ref, p.agent_ref, p.occurred_at,
                        clock_timestamp(), p.leaf_hash
                    from placed as p order by p.i
                )
                select array_agg(p.position order by p.i), array_agg(p.stream_version order by p.i)
                into places, places_versions from placed as p;
                -- A decided fact follows the one it was decided on, in a stream of the same account.
                if exists (
                    select from unnest(e_log[a:b], e_stream[a:b], e_account[a:b], e_version[a:b])
                        as g (log_id, stream_id, account_id, decided)
                    where g.decided > 1 and not exists (
                        select from es.event as p
                        where p.log_id = g.log_id and p.stream_id = g.stream_id
                            and p.stream_version = g.decided - 1
                            and p.account_id is not distinct from g.account_id))
                then
                    raise exception 'version_conflict' using errcode = 'CF001';
                end if;
                for log, added in select l, count(*) from unnest(e_log[a:b]) as l group by l loop
                    grown[log] := grown[log] + added;
                end loop;
            end if;
            for j in lo..hi loop
                if jsonb_typeof(extras -> (j - 1)) = 'object' then
                    perform es.settle(session_user, extras -> (j - 1),
                        (select array_agg(places[i - a + 1] order by i)
                         from generate_subscripts(e_job, 1) as i where e_job[i] = j),
                        grown[0]);
                end if;
            end loop;
            return query
                select j, 'done', null::text,
                    array_agg(places[i - a + 1] order by i) filter (where i is not null),
                    array_agg(places_versions[i - a + 1] order by i) filter (where i is not null)
                from generate_series(lo, hi) as j
                left join generate_subscripts(e_job, 1) as i on e_job[i] = j
                group by j order by j;
            heads := grown;
            lo := hi + 1;
            hi := jobs;
        exception when others then
            get stacked diagnostics
                state = returned_sqlstate, message = message_text, detail = pg_exception_detail;
            if hi > lo then
                hi := lo + (hi - lo) / 2;
            else
                if state = '23505' then
                    get stacked diagnostics message = constraint_name;
                    message := case message
                        when 'event_stream_version' then 'version_conflict' else 'row_taken' end;
                elsif state not like 'CF00_' then
                    message := state || ' ' || message;
                end if;
                return query select lo, message, detail, null::bigint[], null::integer[];
                lo := lo + 1;
                hi := jobs;
            end if;
        end;
    end loop;
    for log in select distinct l from unnest(e_log) as l loop
        update es.head as h set position = heads[log] where h.log_id = log and h.position <> heads[log];
    end loop;
end
$$;

revoke all on function es.append_batch from public;
grant execute on function es.append_batch to coffer_app;

-- Drop the versions of read models that came before the one shown, with their places. Only who leads the
-- following calls it: nobody else writes them, and readers go by the views of the version shown.
create function es.drop_former() returns setof text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
    former text;
begin
    for former in
        select m.name || '_' || substring(n.nspname from '_([0-9]+)$')
        from es.read_model as m join pg_namespace as n
            on n.nspname ~ ('^p_' || m.name || '_[0-9]+$')
        where substring(n.nspname from '_([0-9]+)$')::integer < m.version
        order by 1
    loop
        execute format('drop schema %I cascade', 'p_' || former);
        delete from es.tracking as t where t.follower = former;
        delete from es.parked as p where p.follower = former;
        return next former;
    end loop;
end
$$;
revoke all on function es.drop_former from public;
grant execute on function es.drop_former to coffer_projector;
