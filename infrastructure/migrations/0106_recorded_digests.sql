-- Which accounts have written since the digests of their read models were last recorded. The digests are events;
-- what is lost here is recorded once more.

create table keeping.digest_due (
    account_id uuid primary key,
    -- Since when there is something to record, and the newest that was written.
    since timestamptz not null,
    written_at timestamptz not null,
    recorded_at timestamptz not null default '-infinity',
    due boolean not null default true
);
create index on keeping.digest_due (since) where due;
grant select, insert, update, delete on keeping.digest_due to coffer_app;
