-- reads-from: 16
create sequence workflow_ids;
create sequence workflow_version_ids;
create sequence workflow_label_ids;
create sequence workflow_run_ids;

create table workflows (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  folder_id bigint,
  latest_version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  primary key (workspace_id, id)
);
create unique index workflows_by_name on workflows (workspace_id, name) where deleted_at is null;
create index workflows_by_folder on workflows (workspace_id, folder_id) where deleted_at is null;

create table workflow_versions (
  workspace_id bigint not null,
  id bigint not null,
  workflow_id bigint not null,
  version_number bigint not null,
  nodes text not null,
  edges text not null,
  input_variables text not null,
  commit_message text,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, workflow_id) references workflows (workspace_id, id)
);
create unique index workflow_versions_by_number on workflow_versions (workspace_id, workflow_id, version_number);

create table workflow_labels (
  workspace_id bigint not null,
  id bigint not null,
  workflow_id bigint not null,
  name text not null,
  version_id bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, workflow_id) references workflows (workspace_id, id),
  foreign key (workspace_id, version_id) references workflow_versions (workspace_id, id)
);
create unique index workflow_labels_by_name on workflow_labels (workspace_id, workflow_id, name);

create table workflow_runs (
  workspace_id bigint not null,
  id bigint not null,
  workflow_id bigint not null,
  version_id bigint not null,
  state text not null check (state in ('running', 'done', 'cancelled')),
  input_variables text not null,
  metadata text not null,
  all_outputs bigint not null,
  channel_suffix text,
  callback_url text,
  trace_id text not null,
  created_at bigint not null,
  finished_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, version_id) references workflow_versions (workspace_id, id)
);
create index workflow_runs_by_workflow on workflow_runs (workspace_id, workflow_id, id);
create index workflow_runs_by_channel on workflow_runs (workspace_id, workflow_id, channel_suffix) where channel_suffix is not null;

create table workflow_run_nodes (
  workspace_id bigint not null,
  run_id bigint not null,
  position bigint not null,
  status text not null check (status in ('RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED')),
  document text,
  request_ids text not null,
  started_at bigint not null,
  finished_at bigint,
  primary key (workspace_id, run_id, position),
  foreign key (workspace_id, run_id) references workflow_runs (workspace_id, id)
);
