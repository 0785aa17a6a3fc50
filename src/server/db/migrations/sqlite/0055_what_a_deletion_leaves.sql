-- reads-from: 38
-- Data that names the person and is not deleted, as JSON: {"count", "items"}.
alter table person_deletions add column remaining text not null default '{"count":0,"items":[]}';
-- Requests and traces that a running deletion has deleted: rows of sheets and datasets made from them go too.
create table deleted_subjects (
  workspace_id integer not null,
  deletion_id text not null,
  -- "request 12" or "trace 0af7...".
  subject text not null,
  primary key (workspace_id, deletion_id, subject)
) strict, without rowid;
