-- reads-from: 89
-- Statistics of the spans of a large workspace, as those of 62. Without them SQLite searched all spans of a workspace for
-- the trace of each request.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('spans', 'spans_by_start', '10000000 10000000 100 2 1 1'),
  ('spans', 'spans_by_time', '10000000 10000000 2 1'),
  ('spans', 'spans_by_parent', '10000000 10000000 100 5 1 1 1 1 1 1 1 1 1 1'),
  ('spans', 'spans_by_span_id', '10000000 10000000 50 1'),
  ('spans', 'spans_by_response', '1000000 1000000 1 1'),
  ('spans', 'spans_by_shared_request', '100000 100000 1'),
  ('spans', 'spans_sharing_requests', '100000 100000 10 1 1');
analyze sqlite_schema;
