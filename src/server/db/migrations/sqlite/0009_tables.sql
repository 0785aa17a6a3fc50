-- reads-from: 9
create table tables (
  workspace_id integer not null references workspaces (id),
  id text not null,
  title text not null,
  folder_id integer,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  primary key (workspace_id, id)
) strict, without rowid;
create index tables_alive on tables (workspace_id, id) where deleted_at is null;

-- `number` stands for the sheet in everything below it: 8 bytes a row instead of 37.
create table sheets (
  workspace_id integer not null references workspaces (id),
  number integer not null,
  id text not null,
  table_id text not null,
  title text not null,
  sheet_index integer not null,
  row_count integer not null,
  -- Grows with every change; saved versions and rows name it.
  version_count integer not null,
  -- version_count of the latest saved version, and how many there are.
  saved_at integer not null,
  saved_versions integer not null,
  -- Grows when rows stand at other indexes.
  layout integer not null,
  next_row_id integer not null,
  next_position integer not null,
  next_column_number integer not null,
  -- Positions that no row has, as [first, count] in ascending order.
  gaps text not null,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  primary key (workspace_id, number),
  foreign key (workspace_id, table_id) references tables (workspace_id, id)
) strict, without rowid;
create unique index sheets_by_id on sheets (workspace_id, id);
create index sheets_by_table on sheets (workspace_id, table_id, sheet_index) where deleted_at is null;

create table sheet_columns (
  workspace_id integer not null,
  sheet integer not null,
  number integer not null,
  id text not null,
  title text not null,
  type text not null,
  config text,
  dependencies text not null,
  position_rank real not null,
  is_output_column integer not null,
  -- Rows that sheet_cells has of it: the others have never been computed.
  stored_cells integer not null,
  -- version_count since when it has been so.
  since integer not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, sheet, number),
  foreign key (workspace_id, sheet) references sheets (workspace_id, number)
) strict, without rowid;
create unique index sheet_columns_by_id on sheet_columns (workspace_id, id);

create table sheet_column_history (
  workspace_id integer not null,
  sheet integer not null,
  number integer not null,
  until integer not null,
  since integer not null,
  id text not null,
  title text not null,
  type text not null,
  config text,
  dependencies text not null,
  position_rank real not null,
  is_output_column integer not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, sheet, number, until)
) strict, without rowid;

-- Which prompts the columns of a sheet run, by id or by name as the config has it.
create table column_prompts (
  workspace_id integer not null,
  sheet integer not null,
  column_number integer not null,
  prompt_id integer,
  prompt_name text,
  version_number integer,
  label text,
  primary key (workspace_id, sheet, column_number)
) strict, without rowid;
create index column_prompts_by_id on column_prompts (workspace_id, prompt_id) where prompt_id is not null;
create index column_prompts_by_name on column_prompts (workspace_id, prompt_name) where prompt_name is not null;

-- Columns of one sheet that show a column of another.
create table column_mirrors (
  workspace_id integer not null,
  sheet integer not null,
  column_number integer not null,
  source_sheet integer not null,
  primary key (workspace_id, sheet, column_number, source_sheet)
) strict, without rowid;
create index column_mirrors_by_source on column_mirrors (workspace_id, source_sheet);

create table sheet_rows (
  workspace_id integer not null,
  sheet integer not null,
  id integer not null,
  -- Order alone counts: indexes are positions less the gaps before them.
  position integer not null,
  -- What people wrote: an object of column numbers and values.
  texts text not null,
  since integer not null,
  updated_at integer not null,
  primary key (workspace_id, sheet, id)
) strict, without rowid;
create index sheet_rows_by_position on sheet_rows (workspace_id, sheet, position);

create table sheet_row_history (
  workspace_id integer not null,
  sheet integer not null,
  id integer not null,
  until integer not null,
  since integer not null,
  position integer not null,
  texts text not null,
  updated_at integer not null,
  primary key (workspace_id, sheet, id, until)
) strict, without rowid;

-- Computed cells. One that was never computed nor queued has no row: it is STALE.
create table sheet_cells (
  workspace_id integer not null,
  sheet integer not null,
  row_id integer not null,
  column_number integer not null,
  status text not null,
  -- Where a cancelled run falls back to.
  resting text not null,
  -- 1 while a person has to answer.
  awaiting integer not null,
  -- The run that may write the cell, and how often the right to do so has changed hands.
  execution_id text,
  generation integer not null,
  -- How far a computation of several steps has come.
  progress text,
  value text,
  evidence text,
  error text,
  input_hash text,
  computed_version integer,
  since integer not null,
  -- version_count at which the value ceased to be that of its inputs.
  stale_since integer,
  price real,
  latency_ms real,
  metrics text,
  updated_at integer not null,
  primary key (workspace_id, sheet, row_id, column_number)
) strict, without rowid;
create index sheet_cells_open on sheet_cells (workspace_id, sheet, column_number, status, row_id)
  where status <> 'COMPLETED';

create table sheet_cell_history (
  workspace_id integer not null,
  sheet integer not null,
  row_id integer not null,
  column_number integer not null,
  until integer not null,
  value text,
  evidence text,
  error text,
  input_hash text,
  computed_version integer,
  since integer not null,
  stale_since integer,
  price real,
  latency_ms real,
  metrics text,
  updated_at integer not null,
  primary key (workspace_id, sheet, row_id, column_number, until)
) strict, without rowid;

create table sheet_versions (
  workspace_id integer not null,
  sheet integer not null,
  number integer not null,
  id text not null,
  name text,
  created_by text,
  -- The state of the sheet that it is.
  version_count integer not null,
  row_count integer not null,
  metadata text not null,
  created_at integer not null,
  primary key (workspace_id, sheet, number)
) strict, without rowid;
create unique index sheet_versions_by_id on sheet_versions (workspace_id, id);

-- What was asked of a sheet and takes its time. `scope` is what it is about, as its kind has it.
create table sheet_operations (
  workspace_id integer not null,
  id text not null,
  table_id text not null,
  sheet integer not null,
  kind text not null,
  status text not null,
  execution_id text not null,
  cell_count integer not null,
  scope text not null,
  message text,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;
create index sheet_operations_by_sheet on sheet_operations (workspace_id, sheet, created_at);
