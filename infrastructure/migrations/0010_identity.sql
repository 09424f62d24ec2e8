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
