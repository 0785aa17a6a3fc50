-- reads-from: 38
-- repeat-from: 10000
-- Copies the comment of older notifications from the end of the subject's JSON, where older programs find it.
update notifications set comment_id = substring(subject from '"comment_id":([0-9]{1,15})}$')::bigint
  where (workspace_id, person_id, id) in (
    select workspace_id, person_id, id from notifications
      where comment_id is null and subject ~ ',"comment_id":[0-9]{1,15}}$'
      limit 10000);
