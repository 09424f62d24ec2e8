-- What a message says: outside the log, sealed, and gone after seven days.

create schema messaging;
grant usage on schema messaging to coffer_app;

create table messaging.mail_body (
    message_id uuid primary key,
    sealed bytea not null,
    created_at timestamptz not null default clock_timestamp()
);
create index mail_body_age on messaging.mail_body (created_at);
grant select, insert, delete on messaging.mail_body to coffer_app;
