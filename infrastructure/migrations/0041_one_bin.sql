-- One bin for items of every kind stands where that of documents alone was. A read model that is shown and
-- that nobody fills any more would hold up all who wait for what they have written.

drop view if exists read.binned_documents;
drop schema if exists p_document_bin_1 cascade;
delete from es.read_model where name = 'document_bin';
delete from es.tracking where follower = 'document_bin_1';
delete from es.parked where follower = 'document_bin_1';
