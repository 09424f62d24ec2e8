-- Appending: the only way a fact gets into the log.

-- One row outside the log, or of an inline read model, with the privileges of the caller.
create function es.change_row(caller name, change jsonb, at bigint) returns void
language plpgsql as $$
declare
    op constant text := change ->> 'op';
    target constant regclass := (change ->> 'table')::regclass;
    key constant jsonb := change -> 'key';
    given jsonb := change -> 'values';
    needs constant text := case op when 'patch' then 'update' when 'set' then 'update'
                                   when 'delete' then 'delete' else 'insert' end;
    columns text;
    matches text;
    changed bigint;
begin
    if not has_table_privilege(caller, target, needs) then
        raise exception 'no privilege to % in %', needs, target using errcode = 'insufficient_privilege';
    end if;
    if change ? 'stamped' then
        given := given || jsonb_build_object('seq', at);
    end if;
    perform set_config('app.account_id', coalesce((key || given) ->> 'account_id', ''), true);
    if op in ('put', 'add') then
        given := key || given;
    end if;
    select string_agg(quote_ident(name), ', ') into columns from jsonb_object_keys(given) as name;
    select string_agg(format(case when jsonb_typeof(key -> name) = 'null' then 't.%1$I is null'
                                  else 't.%1$I = k.%1$I' end, name), ' and ')
        into matches from jsonb_object_keys(key) as name;
    case op
    when 'put', 'add' then
        execute format(
            'insert into %1$s as t (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1) '
            'on conflict %3$s', target, columns,
            case when op = 'add' or given = key then 'do nothing' else (
                select format('(%s) do update set %s',
                    (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(key) as name),
                    string_agg(format('%1$I = excluded.%1$I', name), ', '))
                from jsonb_object_keys(given - array(select jsonb_object_keys(key))) as name) end
        ) using given;
        get diagnostics changed = row_count;
        if op = 'add' and changed = 0 then
            raise exception 'row_taken' using errcode = 'CF003', detail = target::text;
        end if;
    when 'patch', 'set' then
        execute format(
            'update %1$s as t set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) '
            'from jsonb_populate_record(null::%1$s, $2) as k where %3$s', target, columns, matches
        ) using given, key;
        get diagnostics changed = row_count;
        if op = 'patch' and changed = 0 then
            raise exception 'row_missing' using errcode = 'CF003', detail = target::text;
        end if;
    when 'delete' then
        execute format(
            'delete from %1$s as t using jsonb_populate_record(null::%1$s, $1) as k where %2$s', target, matches
        ) using key;
    end case;
end
$$;

-- What a job brings besides its facts: its idempotency key, names taken and given back, streams that
-- must not have moved, rows. `positions` are those of the job's own facts.
create function es.settle(caller name, extra jsonb, positions bigint[], head bigint) returns void
language plpgsql as $$
declare
    step jsonb;
    holder uuid;
begin
    for step in select * from jsonb_array_elements(extra -> 'claims') loop
        if step ->> 'op' = 'release' then
            delete from es.claim as c
            where c.account_id = (step ->> 'account')::uuid and c.kind = step ->> 'kind'
                and c.value = step ->> 'value' and c.stream_id = (step ->> 'stream')::uuid;
        else
            insert into es.claim values (
                (step ->> 'account')::uuid, step ->> 'kind', step ->> 'value', (step ->> 'stream')::uuid,
                positions[(step ->> 'event')::int]
            ) on conflict do nothing;
            if not found then
                select c.stream_id into holder from es.claim as c
                where c.account_id = (step ->> 'account')::uuid and c.kind = step ->> 'kind'
                    and c.value = step ->> 'value';
                if holder is distinct from (step ->> 'stream')::uuid then
                    raise exception 'claim_taken' using errcode = 'CF002', detail = step ->> 'kind';
                end if;
            end if;
        end if;
    end loop;
    for step in select * from jsonb_array_elements(extra -> 'guards') loop
        if (step ->> 'version')::int <> coalesce((
            select max(e.stream_version) from es.event as e
            where e.log_id = (step ->> 'log')::smallint and e.stream_id = (step ->> 'stream')::uuid), 0)
        then
            raise exception 'version_conflict' using errcode = 'CF001', detail = step ->> 'stream';
        end if;
    end loop;
    for step in select * from jsonb_array_elements(extra -> 'rows') loop
        perform es.change_row(caller, step, positions[(step ->> 'event')::int]);
    end loop;
    if extra ? 'idempotency' then
        step := extra -> 'idempotency';
        insert into es.idempotency (account_id, actor_id, key, route, fingerprint, response, position)
        values ((step ->> 'account')::uuid, (step ->> 'actor')::uuid, step ->> 'key', step ->> 'route',
            decode(step ->> 'fingerprint', 'base64'), decode(step ->> 'response', 'base64'), head)
        on conflict do nothing;
        if not found then
            raise exception 'repeated' using errcode = 'CF004';
        end if;
    end if;
end
$$;

-- Appends the jobs of one batch in the order given and answers each. A job that cannot be carried out
-- leaves no trace and no gap. All facts of a run of jobs are inserted by one statement; when one job of
-- the run fails, the run is halved until the failing job stands alone.
--
-- At most 64 jobs: PostgreSQL keeps that many subtransactions of a transaction in shared memory.
create function es.append_batch(
    jobs integer, extras jsonb, e_job integer[], e_log smallint[], e_account uuid[], e_kind text[],
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
begin
    -- In ascending order, so that two writers never wait for each other.
    for log in select distinct l from unnest(e_log || 0::smallint) as l order by l loop
        heads[log] := (select h.position from es.head as h where h.log_id = log for update);
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

revoke all on all functions in schema es from public;
grant execute on function es.append_batch to coffer_app;
