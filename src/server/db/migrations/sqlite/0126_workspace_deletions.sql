-- reads-from: 89
-- Set when a workspace is deleted. A job removes its rows and then this one.
alter table workspaces add column deleted_at integer;
-- The receipts of deletions. They stay, so they refer to no row of the workspace.
create table workspace_deletions (
  workspace_id integer primary key,
  name text not null,
  person_id text not null,
  person_name text not null,
  started_at integer not null,
  finished_at integer,
  -- JSON: deleted rows by database table.
  counts text not null
);
