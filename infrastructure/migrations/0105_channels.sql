-- PostgreSQL lets whoever is signed in listen on any channel, and speak on it. So the names of ours have a part
-- that only the product can learn: what is told there is of all accounts.

create table es.channel (
    one boolean primary key default true check (one),
    suffix text not null default replace(gen_random_uuid()::text, '-', '')
);
insert into es.channel default values;

create function es.listen(its_channel text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
    execute format('listen %I', its_channel || '_' || (select suffix from es.channel));
end
$$;

create function es.tell(its_channel text, told text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
    select pg_notify(its_channel || '_' || suffix, told) from es.channel
$$;

revoke all on function es.listen, es.tell from public;
grant execute on function es.listen, es.tell to coffer_app, coffer_projector;
