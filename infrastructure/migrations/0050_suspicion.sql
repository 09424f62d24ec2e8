-- What detectors remember between two facts: hashes, ids and moments. They can be forgotten and found anew.

create schema oversight;
grant usage on schema oversight to coffer_projector, coffer_app;

create table oversight.detector_state (
    detector text not null,
    key text not null,
    state jsonb not null,
    until timestamptz,
    primary key (detector, key)
) with (fillfactor = 70);
create index detector_state_age on oversight.detector_state (until) where until is not null;
comment on column oversight.detector_state.until is 'From then on an untouched state says nothing any more.';

grant select, insert, update, delete on oversight.detector_state to coffer_projector;
