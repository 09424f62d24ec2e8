-- What proves who somebody is. None of it is in the log, and all of it can be destroyed.

create schema identity;
grant usage on schema identity to coffer_app;

-- Written in the transaction of the facts that speak of it (SessionStarted, PasswordSet, PasskeyAdded).
create table identity.session_secret (
    session_id uuid primary key,
    token_hash text not null unique,
    handle text not null unique
);
comment on column identity.session_secret.token_hash is 'Keyed hash of the cookie. The cookie itself is kept nowhere.';
comment on column identity.session_secret.handle is 'What the wire calls the token: it names the session and opens nothing.';

create table identity.password (
    user_id uuid primary key,
    hash text not null
);

create table identity.passkey (
    passkey_id uuid primary key,
    user_id uuid not null,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text not null,
    aaguid text not null
);
create index passkey_user on identity.passkey (user_id);

-- A browser that somebody signed in with before, by the keyed hash of its cookie.
create table identity.known_browser (
    user_id uuid not null,
    browser_hash text not null,
    seen_at timestamptz not null,
    primary key (user_id, browser_hash)
);

-- Who asked to be registered and has not proven the mailbox yet: several per address, one per browser.
create table identity.pending_registration (
    browser_hash text not null,
    address text not null,
    sealed bytea not null,
    password_hash text not null,
    expires_at timestamptz not null,
    primary key (address, browser_hash)
);
create index pending_registration_age on identity.pending_registration (expires_at);
comment on column identity.pending_registration.address is 'Blind index of the address.';

create table identity.one_time_code (
    purpose text not null,
    address text not null,
    code_hash text not null,
    expires_at timestamptz not null,
    tries integer not null default 0,
    primary key (purpose, address)
);
create index one_time_code_age on identity.one_time_code (expires_at);

grant select, insert, update, delete on all tables in schema identity to coffer_app;

-- Tries a code and answers what came of it. The row is locked first, so of simultaneous uses one wins.
create function identity.use_code(its_purpose text, its_address text, tried_hash text, at timestamptz,
    out outcome text, out wrong_tries integer)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
    code identity.one_time_code;
begin
    select * into code from identity.one_time_code as c
        where c.purpose = its_purpose and c.address = its_address for update;
    wrong_tries := coalesce(code.tries, 0);
    outcome := case
        when code.purpose is null then 'none'
        when code.expires_at <= at then 'expired'
        when code.tries >= 3 then 'exhausted'
        when code.code_hash = tried_hash then 'right'
        else 'wrong' end;
    if outcome = 'wrong' then
        wrong_tries := wrong_tries + 1;
        update identity.one_time_code as c set tries = c.tries + 1
            where c.purpose = its_purpose and c.address = its_address;
    elsif outcome <> 'none' then
        delete from identity.one_time_code as c where c.purpose = its_purpose and c.address = its_address;
    end if;
end
$$;
revoke all on function identity.use_code from public;
grant execute on function identity.use_code to coffer_app;

-- The live session of a cookie with its person. From here to the end of the transaction the rows of that
-- person and of the account the session is in can be seen, so that one statement can go on reading them.
create function identity.session_of(cookie_hash text, at timestamptz) returns table (
    session_id uuid, handle text, user_id uuid, account_id uuid, device_id uuid, impersonator_id uuid,
    method text, remember boolean, created_at timestamptz, updated_at timestamptz, confirmed_at timestamptz,
    expires_at timestamptz, ip_ref text, agent_ref text,
    email_ref text, email_index text, name_ref text, verified boolean, platform_role text, banned boolean,
    ban_reason text, banned_until timestamptz, user_created_at timestamptz, user_updated_at timestamptz)
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
    for session_id, handle, user_id, account_id, device_id, impersonator_id, method, remember, created_at,
        updated_at, confirmed_at, expires_at, ip_ref, agent_ref, email_ref, email_index, name_ref, verified,
        platform_role, banned, ban_reason, banned_until, user_created_at, user_updated_at in
        select s.id, k.handle, u.id, s.account_id, s.device_id, s.impersonator_id, s.method, s.remember,
            s.created_at, s.updated_at, s.confirmed_at, s.expires_at, s.ip_ref, s.agent_ref, u.email_ref,
            u.email_index, u.name_ref, u.verified, u.platform_role, u.banned, u.ban_reason, u.banned_until,
            u.created_at, u.updated_at
        from identity.session_secret as k
        join read.sessions as s on s.id = k.session_id
        join read.users as u on u.id = s.user_id
        where k.token_hash = cookie_hash and not s.ended and s.expires_at > at and s.epoch = u.epoch
            and not (u.banned and (u.banned_until is null or u.banned_until > at))
    loop
        perform set_config('app.user_id', user_id::text, true),
            set_config('app.account_id', coalesce(account_id::text, ''), true);
        return next;
    end loop;
end
$$;

-- The account that a new session of this person enters: the one used last, else the first joined, of
-- those that are subscribed.
create function identity.home_account(person uuid) returns uuid
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
    home uuid;
begin
    perform set_config('app.user_id', person::text, true);
    for home in
        select m.account_id from read.account_members as m
        where m.user_id = person
        order by (select max(s.created_at) from read.sessions as s
                  where s.user_id = person and s.account_id = m.account_id) desc nulls last,
            m.joined_at, m.account_id
    loop
        perform set_config('app.account_id', home::text, true);
        if exists (select from read.account_states as a
                   where a.account_id = home and a.state not in ('incomplete', 'erased')) then
            return home;
        end if;
    end loop;
    return null;
end
$$;

revoke all on function identity.session_of, identity.home_account from public;
grant execute on function identity.session_of, identity.home_account to coffer_app;
