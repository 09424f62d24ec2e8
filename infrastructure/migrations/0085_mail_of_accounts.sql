-- What a job waits for may come sooner than its time: then exactly those jobs are due.
alter table es.outbox add column waits_for text;
create index outbox_waits_for on es.outbox (waits_for) where waits_for is not null and done_at is null;

-- To whom one message goes that many get, and what it says: sealed, and gone after seven days.
create table messaging.mail_batch (
    batch_id uuid primary key,
    sealed bytea not null,
    created_at timestamptz not null default clock_timestamp()
);
create index mail_batch_age on messaging.mail_batch (created_at);
grant select, insert, delete on messaging.mail_batch to coffer_app;
