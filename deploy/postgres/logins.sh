#!/bin/sh
# Runs once, when the database is made: the logins of the parts. What each may do is settled by the migrations.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set app="$COFFER_APP_PASSWORD" --set projector="$COFFER_PROJECTOR_PASSWORD" <<'SQL'
create role coffer_app login password :'app';
create role coffer_projector login password :'projector';
SQL
