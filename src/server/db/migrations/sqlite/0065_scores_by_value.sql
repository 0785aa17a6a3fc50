-- reads-from: 38
-- Requests and traces by the value of a score. Texts have up to 10,000 characters; the index holds their beginning.
create index request_scores_by_value on request_scores (workspace_id, name, score, request_id);
create index given_scores_of_requests on given_scores (workspace_id, name, substr(text, 1, 100), number, subject_id)
  where subject_type = 'request';
create index given_scores_of_traces on given_scores (workspace_id, name, substr(text, 1, 100), number, trace_id)
  where trace_id <> '';
-- Without statistics SQLite reads all scores of a workspace by the primary key (record 230).
insert into sqlite_stat1 (tbl, idx, stat) values
  ('given_scores', 'sqlite_autoindex_given_scores_1', '1000000 1000000 500000 3 3 2 1'),
  ('given_scores', 'given_scores_by_trace', '500000 500000 3 2'),
  ('given_scores', 'given_scores_of_requests', '500000 500000 100000 1000 500 1'),
  ('given_scores', 'given_scores_of_traces', '500000 500000 100000 1000 500 1');
analyze sqlite_schema;
