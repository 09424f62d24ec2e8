-- The policies of read models that are there already name their roles, as those made from now on do: a
-- variable that anybody can set opens rows to the API and to the owner, and to no further login.
do $$
declare
    found record;
begin
    for found in
        select schemaname, tablename, policyname from pg_policies
        where schemaname like 'p\_%' and policyname in ('account', 'person') and roles = '{public}'
    loop
        execute format('alter policy %I on %I.%I to %s', found.policyname, found.schemaname, found.tablename,
            case found.policyname when 'account' then 'coffer_app, current_user' else 'coffer_app' end);
    end loop;
end
$$;
