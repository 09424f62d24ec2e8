-- What belongs to keys and must not be in the log: halves of caches, and how often envelopes were read.

create schema vault;
grant usage on schema vault to coffer_app, coffer_projector;

-- The server's half of the 24-hour cache, for the session that stored it and no other. It goes with the
-- secret of that session.
create table vault.unlock_share (
    session_id uuid not null references identity.session_secret on delete cascade,
    device_id uuid not null,
    user_id uuid not null,
    share text not null,
    expires_at timestamptz not null,
    primary key (session_id, device_id)
);
create index unlock_share_device on vault.unlock_share (device_id);
create index unlock_share_end on vault.unlock_share (expires_at);

create table vault.recovery_read (
    user_id uuid not null,
    day date not null,
    number smallint not null check (number between 1 and 5),
    primary key (user_id, day, number)
);

grant select, insert, update, delete on vault.unlock_share to coffer_app;
grant select, insert, delete on vault.recovery_read to coffer_app;
grant select, delete on vault.unlock_share, vault.recovery_read to coffer_projector;
