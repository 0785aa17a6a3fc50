-- reads-from: 38
-- Set when a workspace is deleted. A job removes its rows and then this one.
alter table workspaces add column deleted_at bigint;
-- The receipts of deletions. They stay, so they refer to no row of the workspace.
create table workspace_deletions (
  workspace_id bigint primary key,
  name text not null,
  person_id text not null,
  person_name text not null,
  started_at bigint not null,
  finished_at bigint,
  -- JSON: deleted rows by database table.
  counts text not null
);
