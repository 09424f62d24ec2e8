-- The tree over each log, and what was signed of it. Whoever follows the log seals it; nothing is taken back.

create schema seal;
grant usage on schema seal to coffer_app, coffer_projector;

-- How far a log is in its tree, with the roots of the complete subtrees: the row is held while it grows.
create table seal.tree (
    log_id smallint primary key,
    size bigint not null check (size >= 0),
    peaks bytea not null check (octet_length(peaks) % 32 = 0)
);

-- Up to 256 hashes below one another: of the leaves at level 0, of 256 times as many at each level above.
create table seal.tile (
    log_id smallint not null,
    level smallint not null,
    index bigint not null,
    hashes bytea not null check (octet_length(hashes) % 32 = 0 and octet_length(hashes) <= 8192),
    primary key (log_id, level, index)
);

create table seal.checkpoint (
    log_id smallint not null,
    size bigint not null,
    root bytea not null check (octet_length(root) = 32),
    -- Milliseconds, as the note says it.
    signed_at bigint not null,
    note text not null,
    primary key (log_id, size)
);
comment on table seal.checkpoint is 'Signed notes, for ever: whoever holds one holds the log to it.';
create trigger append_only before update or delete or truncate on seal.checkpoint
    for each statement execute function es.refuse_change();

-- A tile grows at its end until it is full; a hash in it never becomes another.
create function seal.refuse_other_hashes() returns trigger language plpgsql as $$
begin
    if substr(new.hashes, 1, octet_length(old.hashes)) <> old.hashes then
        raise exception 'a sealed hash is for ever' using errcode = 'restrict_violation';
    end if;
    return new;
end
$$;
create trigger grows before update on seal.tile for each row execute function seal.refuse_other_hashes();

grant select on seal.tree, seal.tile, seal.checkpoint to coffer_app;
grant select, insert, update on seal.tree, seal.tile to coffer_projector;
grant select, insert on seal.checkpoint to coffer_projector;
