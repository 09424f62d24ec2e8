"""Who may do what with the read models: rights, policies and indexes, to be compared before and after."""

from __future__ import annotations

RIGHTS = """
select array(select format('%s %s %s %s', c.relname, c.relacl, c.relrowsecurity, c.relforcerowsecurity)
             from pg_class as c
             where c.relnamespace::regnamespace::text ~ '^(p_|read$)' order by 1),
    array(select format('%s %s %s %s %s %s', tablename, policyname, roles, cmd, qual, with_check)
          from pg_policies order by 1),
    array(select format('%s %s', tablename, indexdef) from pg_indexes where schemaname ^@ 'p_' order by 1)
"""
