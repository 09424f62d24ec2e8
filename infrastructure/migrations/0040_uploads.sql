-- Uploads under way and the hashes of their frames. The signed root in the log proves the hashes, so they
-- are not facts; attempts at the object store are nobody's history.

create schema work;
grant usage on schema work to coffer_app;

-- Written in the transaction of UploadOpened and UploadFinalised.
create table work.upload (
    upload_id uuid primary key,
    account_id uuid not null,
    user_id uuid not null,
    file_id uuid not null,
    content_handle text not null,
    thumbnail_handle text,
    expires_at timestamptz not null,
    finalised boolean not null default false
);
create index upload_file on work.upload (account_id, file_id);
create index upload_expiry on work.upload (expires_at) where not finalised;
comment on column work.upload.user_id is 'Whoever opened it: nobody else signs its parts or finalises it.';

create table work.upload_part (
    upload_id uuid not null references work.upload on delete cascade,
    object text not null check (object in ('content', 'thumbnail')),
    number integer not null check (number between 1 and 10000),
    size bigint not null,
    sha256 bytea not null,
    frame_hashes bytea not null,
    primary key (upload_id, object, number)
);
comment on column work.upload_part.frame_hashes is 'SHA-256 of each encrypted frame, 32 bytes each, in order.';

grant select, insert, update, delete on work.upload, work.upload_part to coffer_app;
