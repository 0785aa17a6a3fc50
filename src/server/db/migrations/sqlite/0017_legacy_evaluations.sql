-- reads-from: 17
create table dataset_groups (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  folder_id integer,
  -- The number of the latest version.
  latest_version integer not null,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  primary key (workspace_id, id)
) strict, without rowid;
create unique index dataset_groups_by_name on dataset_groups (workspace_id, name) where deleted_at is null;

-- Versions of a group. version_number is -1 for the draft, and 0 while a file is read into the version.
create table datasets (
  workspace_id integer not null,
  id integer not null,
  group_id integer not null,
  version_number integer not null,
  column_names text not null,
  row_count integer not null,
  -- JSON of the source of further rows; null: the dataset is complete.
  filling text,
  -- JSON of the request search that the rows come from, so that it can be repeated; null for other sources.
  filter_params text,
  failure text,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  primary key (workspace_id, id),
  foreign key (workspace_id, group_id) references dataset_groups (workspace_id, id)
) strict, without rowid;
create unique index datasets_by_number on datasets (workspace_id, group_id, version_number)
  where deleted_at is null and version_number <> 0;
create index datasets_of_group on datasets (workspace_id, group_id);

create table dataset_rows (
  workspace_id integer not null,
  dataset_id integer not null,
  position integer not null,
  -- JSON list in the order of the columns. Missing values at its end are null.
  cells text not null
) strict;
create unique index dataset_rows_in_order on dataset_rows (workspace_id, dataset_id, position);

-- A pipeline (is_blueprint = 1) or a run of a pipeline.
create table reports (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  folder_id integer,
  is_blueprint integer not null,
  parent_report_id integer,
  dataset_id integer not null,
  tags text not null,
  prompt_id integer,
  prompt_version_number integer,
  score_configuration text,
  -- 'waiting' for its dataset, 'running', 'scoring', 'completed', 'cancelled'.
  state text not null,
  -- The `run` of the jobs of this run.
  run text,
  row_count integer not null,
  rows_done integer not null,
  cells_completed integer not null,
  cells_failed integer not null,
  score text,
  score_matrix text,
  score_error text,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  primary key (workspace_id, id)
) strict, without rowid;
create index reports_by_parent on reports (workspace_id, parent_report_id);
create index reports_by_name on reports (workspace_id, name);

create table report_columns (
  workspace_id integer not null,
  id integer not null,
  report_id integer not null,
  -- DATASET for columns of the dataset.
  column_type text not null,
  name text not null,
  position integer not null,
  is_part_of_score integer not null,
  configuration text not null,
  score real,
  primary key (workspace_id, id),
  foreign key (workspace_id, report_id) references reports (workspace_id, id)
) strict, without rowid;
create index report_columns_in_order on report_columns (workspace_id, report_id, position);

-- Cells that have begun. A cell without a row has not begun.
create table report_cells (
  workspace_id integer not null,
  report_id integer not null,
  row_index integer not null,
  column_id integer not null,
  -- 'RUNNING', 'COMPLETED', 'FAILED'.
  status text not null,
  value text,
  error_code text,
  error_message text,
  -- Of a running cell: its need, and the state to which the answer is passed.
  progress text,
  -- Ids of the requests that the cell made.
  request_ids text
) strict;
create unique index report_cells_in_order on report_cells (workspace_id, report_id, row_index, column_id);
create index report_cells_running on report_cells (workspace_id, report_id) where status = 'RUNNING';
