-- Whoever proves anew who they are gets another secret for the session. The one before opens it for as long
-- as requests that were sent with it may be under way.

create table identity.former_secret (
    token_hash text primary key,
    session_id uuid not null references identity.session_secret on delete cascade,
    ends_at timestamptz not null
);
create index former_secret_session on identity.former_secret (session_id);
create index former_secret_end on identity.former_secret (ends_at);
grant select, insert, update, delete on identity.former_secret to coffer_app;

-- As before, and by a former secret. `superseded` says that it is one: a cookie with it is not set again.
drop function identity.session_of(text, timestamptz);
create function identity.session_of(cookie_hash text, at timestamptz) returns table (
    session_id uuid, handle text, user_id uuid, account_id uuid, device_id uuid, impersonator_id uuid,
    method text, remember boolean, created_at timestamptz, updated_at timestamptz, confirmed_at timestamptz,
    expires_at timestamptz, ip_ref text, agent_ref text,
    email_ref text, email_index text, name_ref text, verified boolean, platform_role text, banned boolean,
    ban_reason text, banned_until timestamptz, user_created_at timestamptz, user_updated_at timestamptz,
    superseded boolean)
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
    for session_id, handle, user_id, account_id, device_id, impersonator_id, method, remember, created_at,
        updated_at, confirmed_at, expires_at, ip_ref, agent_ref, email_ref, email_index, name_ref, verified,
        platform_role, banned, ban_reason, banned_until, user_created_at, user_updated_at, superseded in
        select s.id, k.handle, u.id, s.account_id, s.device_id, s.impersonator_id, s.method, s.remember,
            s.created_at, s.updated_at, s.confirmed_at, s.expires_at, s.ip_ref, s.agent_ref, u.email_ref,
            u.email_index, u.name_ref, u.verified, u.platform_role, u.banned, u.ban_reason, u.banned_until,
            u.created_at, u.updated_at, k.token_hash <> cookie_hash
        from identity.session_secret as k
        join read.sessions as s on s.id = k.session_id
        join read.users as u on u.id = s.user_id
        where (k.token_hash = cookie_hash or k.session_id = (
                select f.session_id from identity.former_secret as f
                where f.token_hash = cookie_hash and f.ends_at > at))
            and not s.ended and s.expires_at > at and s.epoch = u.epoch
            and not (u.banned and (u.banned_until is null or u.banned_until > at))
            and (s.by_session_id is null
                or (u.platform_role = 'user' and identity.is_looked_after(s.by_session_id, at)))
    loop
        perform set_config('app.user_id', user_id::text, true),
            set_config('app.account_id', coalesce(account_id::text, ''), true);
        return next;
    end loop;
end
$$;
revoke all on function identity.session_of from public;
grant execute on function identity.session_of to coffer_app;
