-- reads-from: 89
-- Statistics of the versions of prompts, tools and workflows, as those of 62. That one knew the labels alone, so SQLite read all
-- versions of the workspace to find the labels of a few prompts.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('prompt_versions', 'sqlite_autoindex_prompt_versions_1', '100000 100000 1'),
  ('prompt_versions', 'prompt_versions_by_number', '100000 100000 20 1'),
  ('tool_versions', 'sqlite_autoindex_tool_versions_1', '10000 10000 1'),
  ('tool_versions', 'tool_versions_by_number', '10000 10000 10 1'),
  ('workflow_versions', 'sqlite_autoindex_workflow_versions_1', '10000 10000 1'),
  ('workflow_versions', 'workflow_versions_by_number', '10000 10000 10 1');
analyze sqlite_schema;
