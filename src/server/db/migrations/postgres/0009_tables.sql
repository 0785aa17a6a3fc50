-- reads-from: 9
create sequence sheet_numbers;

create table tables (
  workspace_id bigint not null references workspaces (id),
  id text not null,
  title text not null,
  folder_id bigint,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  primary key (workspace_id, id)
);
create index tables_alive on tables (workspace_id, id) where deleted_at is null;

-- Rows, cells and versions refer to a sheet by `number`: 8 bytes a row instead of 37 for the id.
create table sheets (
  workspace_id bigint not null references workspaces (id),
  number bigint not null,
  id text not null,
  table_id text not null,
  title text not null,
  sheet_index bigint not null,
  row_count bigint not null,
  -- Grows with every change. Saved versions and rows refer to it.
  version_count bigint not null,
  -- version_count of the latest saved version, and the number of saved versions.
  saved_at bigint not null,
  saved_versions bigint not null,
  -- Grows when rows change their indexes.
  layout bigint not null,
  next_row_id bigint not null,
  next_position bigint not null,
  next_column_number bigint not null,
  -- Positions without a row, as [first, count] in ascending order.
  gaps text not null,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  primary key (workspace_id, number),
  foreign key (workspace_id, table_id) references tables (workspace_id, id)
);
create unique index sheets_by_id on sheets (workspace_id, id);
create index sheets_by_table on sheets (workspace_id, table_id, sheet_index) where deleted_at is null;

create table sheet_columns (
  workspace_id bigint not null,
  sheet bigint not null,
  number bigint not null,
  id text not null,
  title text not null,
  type text not null,
  config text,
  dependencies text not null,
  position_rank double precision not null,
  is_output_column bigint not null,
  -- Number of rows in sheet_cells for this column. The other cells were never computed.
  stored_cells bigint not null,
  -- The version_count of the change that wrote this state.
  since bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, sheet, number),
  foreign key (workspace_id, sheet) references sheets (workspace_id, number)
);
create unique index sheet_columns_by_id on sheet_columns (workspace_id, id);

create table sheet_column_history (
  workspace_id bigint not null,
  sheet bigint not null,
  number bigint not null,
  until bigint not null,
  since bigint not null,
  id text not null,
  title text not null,
  type text not null,
  config text,
  dependencies text not null,
  position_rank double precision not null,
  is_output_column bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, sheet, number, until)
);

-- The prompts that columns run, by id or by name, as in the config.
create table column_prompts (
  workspace_id bigint not null,
  sheet bigint not null,
  column_number bigint not null,
  prompt_id bigint,
  prompt_name text,
  version_number bigint,
  label text,
  primary key (workspace_id, sheet, column_number)
);
create index column_prompts_by_id on column_prompts (workspace_id, prompt_id) where prompt_id is not null;
create index column_prompts_by_name on column_prompts (workspace_id, prompt_name) where prompt_name is not null;

-- Columns that show a column of another sheet.
create table column_mirrors (
  workspace_id bigint not null,
  sheet bigint not null,
  column_number bigint not null,
  source_sheet bigint not null,
  primary key (workspace_id, sheet, column_number, source_sheet)
);
create index column_mirrors_by_source on column_mirrors (workspace_id, source_sheet);

create table sheet_rows (
  workspace_id bigint not null,
  sheet bigint not null,
  id bigint not null,
  -- Positions have gaps. The index of a row is its position minus the gaps before it.
  position bigint not null,
  -- The text cells: an object of column numbers and values.
  texts text not null,
  since bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, sheet, id)
);
create index sheet_rows_by_position on sheet_rows (workspace_id, sheet, position);

create table sheet_row_history (
  workspace_id bigint not null,
  sheet bigint not null,
  id bigint not null,
  until bigint not null,
  since bigint not null,
  position bigint not null,
  texts text not null,
  updated_at bigint not null,
  primary key (workspace_id, sheet, id, until)
);

-- Computed cells. A cell that was never computed or queued has no row and is STALE.
create table sheet_cells (
  workspace_id bigint not null,
  sheet bigint not null,
  row_id bigint not null,
  column_number bigint not null,
  status text not null,
  -- The status to which a cancelled run returns the cell.
  resting text not null,
  -- 1: the cell waits for the answer of a person.
  awaiting bigint not null,
  -- The run that may write the cell, and the number of times that another run got this right.
  execution_id text,
  generation bigint not null,
  -- The state of a computation with several steps.
  progress text,
  value text,
  evidence text,
  error text,
  input_hash text,
  computed_version bigint,
  since bigint not null,
  -- The version_count of the change that made the value stale.
  stale_since bigint,
  price double precision,
  latency_ms double precision,
  metrics text,
  updated_at bigint not null,
  primary key (workspace_id, sheet, row_id, column_number)
);
create index sheet_cells_open on sheet_cells (workspace_id, sheet, column_number, status, row_id)
  where status <> 'COMPLETED';

create table sheet_cell_history (
  workspace_id bigint not null,
  sheet bigint not null,
  row_id bigint not null,
  column_number bigint not null,
  until bigint not null,
  value text,
  evidence text,
  error text,
  input_hash text,
  computed_version bigint,
  since bigint not null,
  stale_since bigint,
  price double precision,
  latency_ms double precision,
  metrics text,
  updated_at bigint not null,
  primary key (workspace_id, sheet, row_id, column_number, until)
);

create table sheet_versions (
  workspace_id bigint not null,
  sheet bigint not null,
  number bigint not null,
  id text not null,
  name text,
  created_by text,
  -- The version_count of the sheet that was saved.
  version_count bigint not null,
  row_count bigint not null,
  metadata text not null,
  created_at bigint not null,
  primary key (workspace_id, sheet, number)
);
create unique index sheet_versions_by_id on sheet_versions (workspace_id, id);

-- Long operations on a sheet, such as runs. The format of `scope` depends on `kind`.
create table sheet_operations (
  workspace_id bigint not null,
  id text not null,
  table_id text not null,
  sheet bigint not null,
  kind text not null,
  status text not null,
  execution_id text not null,
  cell_count bigint not null,
  scope text not null,
  message text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create index sheet_operations_by_sheet on sheet_operations (workspace_id, sheet, created_at);
