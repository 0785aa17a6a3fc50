-- reads-from: 16
create table workflows (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  folder_id integer,
  latest_version integer not null,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  primary key (workspace_id, id)
) strict, without rowid;
create unique index workflows_by_name on workflows (workspace_id, name) where deleted_at is null;
create index workflows_by_folder on workflows (workspace_id, folder_id) where deleted_at is null;

create table workflow_versions (
  workspace_id integer not null,
  id integer not null,
  workflow_id integer not null,
  version_number integer not null,
  nodes text not null,
  edges text not null,
  input_variables text not null,
  commit_message text,
  created_at integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, workflow_id) references workflows (workspace_id, id)
) strict;
create unique index workflow_versions_by_number on workflow_versions (workspace_id, workflow_id, version_number);

create table workflow_labels (
  workspace_id integer not null,
  id integer not null,
  workflow_id integer not null,
  name text not null,
  version_id integer not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, workflow_id) references workflows (workspace_id, id),
  foreign key (workspace_id, version_id) references workflow_versions (workspace_id, id)
) strict, without rowid;
create unique index workflow_labels_by_name on workflow_labels (workspace_id, workflow_id, name);

create table workflow_runs (
  workspace_id integer not null,
  id integer not null,
  workflow_id integer not null,
  version_id integer not null,
  state text not null check (state in ('running', 'done', 'cancelled')),
  input_variables text not null,
  metadata text not null,
  all_outputs integer not null,
  channel_suffix text,
  callback_url text,
  trace_id text not null,
  created_at integer not null,
  finished_at integer,
  primary key (workspace_id, id),
  foreign key (workspace_id, version_id) references workflow_versions (workspace_id, id)
) strict;
create index workflow_runs_by_workflow on workflow_runs (workspace_id, workflow_id, id);
create index workflow_runs_by_channel on workflow_runs (workspace_id, workflow_id, channel_suffix) where channel_suffix is not null;

create table workflow_run_nodes (
  workspace_id integer not null,
  run_id integer not null,
  position integer not null,
  status text not null check (status in ('RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED')),
  document text,
  request_ids text not null,
  started_at integer not null,
  finished_at integer,
  primary key (workspace_id, run_id, position),
  foreign key (workspace_id, run_id) references workflow_runs (workspace_id, id)
) strict;
