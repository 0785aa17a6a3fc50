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

-- Rows, cells and versions refer to a sheet by `number`: 8 bytes a row instead of 37 for the id.
create table sheets (
  workspace_id integer not null references workspaces (id),
  number integer not null,
  id text not null,
  table_id text not null,
  title text not null,
  sheet_index integer not null,
  row_count integer not null,
  -- Grows with every change. Saved versions and rows refer to it.
  version_count integer not null,
  -- version_count of the latest saved version, and the number of saved versions.
  saved_at integer not null,
  saved_versions integer not null,
  -- Grows when rows change their indexes.
  layout integer not null,
  next_row_id integer not null,
  next_position integer not null,
  next_column_number integer not null,
  -- Positions without a row, as [first, count] in ascending order.
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
  -- Number of rows in sheet_cells for this column. The other cells were never computed.
  stored_cells integer not null,
  -- The version_count of the change that wrote this state.
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

-- The prompts that columns run, by id or by name, as in the config.
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

-- Columns that show a column of another sheet.
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
  -- Positions have gaps. The index of a row is its position minus the gaps before it.
  position integer not null,
  -- The text cells: an object of column numbers and values.
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

-- Computed cells. A cell that was never computed or queued has no row and is STALE.
create table sheet_cells (
  workspace_id integer not null,
  sheet integer not null,
  row_id integer not null,
  column_number integer not null,
  status text not null,
  -- The status to which a cancelled run returns the cell.
  resting text not null,
  -- 1: the cell waits for the answer of a person.
  awaiting integer not null,
  -- The run that may write the cell, and the number of times that another run got this right.
  execution_id text,
  generation integer not null,
  -- The state of a computation with several steps.
  progress text,
  value text,
  evidence text,
  error text,
  input_hash text,
  computed_version integer,
  since integer not null,
  -- The version_count of the change that made the value stale.
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
  -- The version_count of the sheet that was saved.
  version_count integer not null,
  row_count integer not null,
  metadata text not null,
  created_at integer not null,
  primary key (workspace_id, sheet, number)
) strict, without rowid;
create unique index sheet_versions_by_id on sheet_versions (workspace_id, id);

-- Long operations on a sheet, such as runs. The format of `scope` depends on `kind`.
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
