-- reads-from: 15
-- Files that wait for their job, in pieces. `kept` is 0 until an operation has taken the file.
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

-- Imports into sheets, under the ids that clients give them.
create table sheet_imports (
  workspace_id integer not null,
  table_id text not null,
  id text not null,
  sheet integer not null,
  -- Jobs of the import go by it.
  run text not null,
  source text not null,
  -- The sheet was made for the import, and goes when nothing of it can be read.
  makes_sheet integer not null,
  status text not null,
  -- What was asked for: another request under the same id is refused.
  fingerprint text not null,
  file_name text,
  upload_id text,
  -- What is imported, and what looking through it has found.
  plan text not null,
  -- Null until the source has been looked through.
  rows_total integer,
  rows_added integer not null,
  failure text,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, table_id, id)
) strict, without rowid;
create unique index sheet_imports_open on sheet_imports (workspace_id, sheet)
  where status in ('pending', 'running');

-- What a saved version or an export reads is found by position.
create index sheet_row_history_by_position on sheet_row_history (workspace_id, sheet, position);
