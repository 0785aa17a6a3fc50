-- reads-from: 15
-- Uploaded files, in pieces, until their job is done. `kept` is 0 until an operation uses the file.
create table uploads (
  workspace_id integer not null references workspaces (id),
  id text not null,
  size integer not null,
  kept integer not null,
  created_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;
create index uploads_not_kept on uploads (created_at) where kept = 0;

create table upload_pieces (
  workspace_id integer not null,
  upload_id text not null,
  number integer not null,
  bytes blob not null
) strict;
create unique index upload_pieces_in_order on upload_pieces (workspace_id, upload_id, number);

-- Imports into sheets. Clients choose the ids.
create table sheet_imports (
  workspace_id integer not null,
  table_id text not null,
  id text not null,
  sheet integer not null,
  -- The `run` of the import's jobs.
  run text not null,
  source text not null,
  -- 1: the sheet was created for the import and is deleted if the file cannot be read.
  makes_sheet integer not null,
  status text not null,
  -- Hash of the call. Another call with the same id is refused.
  fingerprint text not null,
  file_name text,
  upload_id text,
  -- The source, and the result of surveying it.
  plan text not null,
  -- Null until the source is surveyed.
  rows_total integer,
  rows_added integer not null,
  failure text,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, table_id, id)
) strict, without rowid;
create unique index sheet_imports_open on sheet_imports (workspace_id, sheet)
  where status in ('pending', 'running');

-- Saved versions and exports read rows by position.
create index sheet_row_history_by_position on sheet_row_history (workspace_id, sheet, position);
