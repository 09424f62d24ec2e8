-- What proves who somebody is, changed and looked at.

-- Tries a code and answers what came of it; a right one is used up unless it is only looked at. The row is
-- locked first, so of simultaneous uses one wins.
drop function identity.use_code;
create function identity.try_code(its_purpose text, its_address text, tried_hash text, at timestamptz,
    uses_up boolean, out outcome text, out wrong_tries integer)
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
    elsif outcome in ('expired', 'exhausted') or (outcome = 'right' and uses_up) then
        delete from identity.one_time_code as c where c.purpose = its_purpose and c.address = its_address;
    end if;
end
$$;

-- Whether a code that was mailed lets this person in alone: not when an account asks for more.
create function identity.codes_suffice(person uuid) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
    membership record;
begin
    perform set_config('app.user_id', person::text, true);
    for membership in select m.account_id from read.account_members as m where m.user_id = person loop
        perform set_config('app.account_id', membership.account_id::text, true);
        if exists (select from read.accounts as a where a.account_id = membership.account_id
                   and a.state <> 'erased' and (a.json #>> '{securityPolicy,twoStep}')::boolean) then
            return false;
        end if;
    end loop;
    return true;
end
$$;

revoke all on function identity.try_code, identity.codes_suffice from public;
grant execute on function identity.try_code, identity.codes_suffice to coffer_app;
