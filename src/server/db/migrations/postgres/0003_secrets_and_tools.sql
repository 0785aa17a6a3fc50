-- reads-from: 3
-- One row: a sealed value that only the right key opens. A server checks it at its start.
create table secret_canary (
  id bigint primary key check (id = 1),
  sealed bytea not null
);

create sequence tool_ids;
create sequence tool_version_ids;
create sequence tool_label_ids;
create sequence environment_variable_ids;

create table tools (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  description text,
  folder_id bigint,
  latest_version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create unique index tools_by_name on tools (workspace_id, name);

create table tool_versions (
  workspace_id bigint not null,
  id bigint not null,
  tool_id bigint not null,
  version_number bigint not null,
  definition text not null,
  execution text,
  mock_response text,
  response_schema text,
  commit_message text,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, tool_id) references tools (workspace_id, id)
);
create unique index tool_versions_by_number on tool_versions (workspace_id, tool_id, version_number);

create table tool_labels (
  workspace_id bigint not null,
  id bigint not null,
  tool_id bigint not null,
  name text not null,
  version_id bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, tool_id) references tools (workspace_id, id),
  foreign key (workspace_id, version_id) references tool_versions (workspace_id, id)
);
create unique index tool_labels_by_name on tool_labels (workspace_id, tool_id, name);

-- A variable without a tool belongs to the whole workspace. The value is sealed for (workspace_id, id); null is an empty value.
create table environment_variables (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  tool_id bigint,
  name text not null,
  sealed_value bytea,
  value_suffix text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, tool_id) references tools (workspace_id, id)
);
create unique index environment_variables_of_workspace on environment_variables (workspace_id, name) where tool_id is null;
create unique index environment_variables_of_tool on environment_variables (workspace_id, tool_id, name) where tool_id is not null;
