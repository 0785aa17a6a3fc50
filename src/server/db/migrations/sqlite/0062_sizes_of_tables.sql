-- reads-from: 38
-- Without statistics SQLite assumes that a workspace has ten rows, and reads all of them by the primary
-- key instead of a few by an index. These are the statistics of a large workspace: rows, then rows for each prefix of the key.
analyze schema_migrations;
insert into sqlite_stat1 (tbl, idx, stat) values
  ('comments', 'comments', '100000 100000 1'),
  ('comments', 'comments_by_subject', '100000 100000 50000 5 1'),
  ('datasets', 'datasets', '100000 100000 1'),
  ('datasets', 'datasets_by_number', '100000 100000 10 1'),
  ('datasets', 'datasets_of_group', '100000 100000 10'),
  ('dynamic_labels', 'dynamic_labels', '10000 10000 1'),
  ('dynamic_labels', 'dynamic_labels_by_name', '10000 10000 2 1'),
  ('external_ids', 'external_ids', '100000 100000 20000 1'),
  ('external_ids', 'external_ids_by_entity', '100000 100000 20000 1'),
  ('jobs', 'jobs', '100000 100000 1'),
  ('jobs', 'jobs_of_run', '100000 100000 100 50'),
  ('paid_calls', 'paid_calls', '100000 100000 1'),
  ('paid_calls', 'paid_calls_of_rows', '100000 100000 10000 10'),
  ('paid_calls', 'paid_calls_of_operations', '100000 100000 10000'),
  ('prompt_labels', 'prompt_labels', '10000 10000 1'),
  ('prompt_labels', 'prompt_labels_by_name', '10000 10000 2 1'),
  ('prompt_labels', 'prompt_labels_by_version', '10000 10000 2'),
  ('release_requests', 'release_requests', '10000 10000 1'),
  ('release_requests', 'release_requests_by_prompt', '10000 10000 5 1'),
  ('release_requests', 'release_requests_by_status', '10000 10000 3000 1'),
  ('release_requests', 'release_requests_open', '100 100 2 1'),
  ('sheet_operations', 'sheet_operations', '100000 100000 1'),
  ('sheet_operations', 'sheet_operations_active', '100 100 2 1'),
  ('sheet_operations', 'sheet_operations_by_sheet', '100000 100000 20 1'),
  ('tool_labels', 'tool_labels', '10000 10000 1'),
  ('tool_labels', 'tool_labels_by_name', '10000 10000 2 1'),
  ('workflow_labels', 'workflow_labels', '10000 10000 1'),
  ('workflow_labels', 'workflow_labels_by_name', '10000 10000 2 1');
analyze sqlite_schema;
