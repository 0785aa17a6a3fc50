-- reads-from: 21
-- In which times the requests of 1,024 ids in a row started: a walk along the ids knows when it may end.
create table request_stretches (
  workspace_id integer not null,
  stretch integer not null,
  earliest real not null,
  latest real not null,
  primary key (workspace_id, stretch)
) strict, without rowid;
insert into request_stretches
select workspace_id, id >> 10, min(started_at), max(started_at) from requests group by 1, 2;

-- The words of the index, to list those that begin with one.
create virtual table request_terms using fts5vocab (request_words, instance);
