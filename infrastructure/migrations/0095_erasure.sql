-- What is purged loses its key in the append of the purge. What was purged before that loses it here.
delete from es.subject_key as k using es.event as e
where e.stream_id = k.subject and e.type in (
    'contact.purged', 'vendor.purged', 'task.purged', 'profile.purged', 'document.purged', 'file.purged',
    'saved_filter.removed');

-- Answers that were kept for repeated requests go with the record or the account that they speak of.
grant delete on es.idempotency to coffer_app;
