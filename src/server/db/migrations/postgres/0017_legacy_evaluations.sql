-- reads-from: 17
create sequence dataset_group_ids;
create sequence dataset_ids;
create sequence report_ids;
create sequence report_column_ids;

create table dataset_groups (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  folder_id bigint,
  -- How often a version was numbered: the number of the latest.
  latest_version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  primary key (workspace_id, id)
);
create unique index dataset_groups_by_name on dataset_groups (workspace_id, name) where deleted_at is null;

-- Versions of a group. version_number is -1 for the draft, 0 for one that a file is still being read into.
create table datasets (
  workspace_id bigint not null,
  id bigint not null,
  group_id bigint not null,
  version_number bigint not null,
  column_names text not null,
  row_count bigint not null,
  -- Where rows are still coming from, as JSON; null: it is whole.
  filling text,
  -- What was asked for, where requests were: it can be asked again.
  filter_params text,
  failure text,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, group_id) references dataset_groups (workspace_id, id)
);
create unique index datasets_by_number on datasets (workspace_id, group_id, version_number)
  where deleted_at is null and version_number <> 0;
create index datasets_of_group on datasets (workspace_id, group_id);

create table dataset_rows (
  workspace_id bigint not null,
  dataset_id bigint not null,
  position bigint not null,
  -- JSON list in the order of the columns; what it lacks at its end is null.
  cells text not null
);
create unique index dataset_rows_in_order on dataset_rows (workspace_id, dataset_id, position);

-- A pipeline (is_blueprint), or a run of one.
create table reports (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  folder_id bigint,
  is_blueprint bigint not null,
  parent_report_id bigint,
  dataset_id bigint not null,
  tags text not null,
  prompt_id bigint,
  prompt_version_number bigint,
  score_configuration text,
  -- 'waiting' for its dataset, 'running', 'scoring', 'completed', 'cancelled'.
  state text not null,
  -- Jobs of the run go by it.
  run text,
  row_count bigint not null,
  rows_done bigint not null,
  cells_completed bigint not null,
  cells_failed bigint not null,
  score text,
  score_matrix text,
  score_error text,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  primary key (workspace_id, id)
);
create index reports_by_parent on reports (workspace_id, parent_report_id);
create index reports_by_name on reports (workspace_id, name);

create table report_columns (
  workspace_id bigint not null,
  id bigint not null,
  report_id bigint not null,
  -- DATASET for those of the dataset.
  column_type text not null,
  name text not null,
  position bigint not null,
  is_part_of_score bigint not null,
  configuration text not null,
  score double precision,
  primary key (workspace_id, id),
  foreign key (workspace_id, report_id) references reports (workspace_id, id)
);
create index report_columns_in_order on report_columns (workspace_id, report_id, position);

-- Cells that have begun; the others are still to come.
create table report_cells (
  workspace_id bigint not null,
  report_id bigint not null,
  row_index bigint not null,
  column_id bigint not null,
  -- 'RUNNING', 'COMPLETED', 'FAILED'.
  status text not null,
  value text,
  error_code text,
  error_message text,
  -- Of a cell under way: the need and the state that its answer goes with.
  progress text,
  -- Ids of the requests that it made.
  request_ids text
);
create unique index report_cells_in_order on report_cells (workspace_id, report_id, row_index, column_id);
create index report_cells_running on report_cells (workspace_id, report_id) where status = 'RUNNING';
