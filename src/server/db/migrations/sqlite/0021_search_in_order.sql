-- reads-from: 21
-- The earliest and the latest start of each range of 1,024 ids, so that a walk by id can stop early.
create table request_stretches (
  workspace_id integer not null,
  stretch integer not null,
  earliest real not null,
  latest real not null,
  primary key (workspace_id, stretch)
) strict, without rowid;
insert into request_stretches
select workspace_id, id >> 10, min(started_at), max(started_at) from requests group by 1, 2;

-- The words of the index, to find words by their beginning.
create virtual table request_terms using fts5vocab (request_words, instance);
