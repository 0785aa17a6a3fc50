-- reads-from: 89
-- Copies the comment of older notifications from the end of the subject's JSON, where older programs find it.
update notifications set comment_id = subject ->> '$.comment_id'
  where subject like '%,"comment_id":%}' and json_valid(subject);
