-- reads-from: 5
create sequence dynamic_label_ids;
create sequence input_variable_set_ids;
create sequence connection_ids;
create sequence mcp_server_ids;

create table dynamic_labels (
  workspace_id bigint not null,
  id bigint not null,
  prompt_id bigint not null,
  name text not null,
  sticky_key text,
  rules text not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, prompt_id) references prompts (workspace_id, id)
);
create unique index dynamic_labels_by_name on dynamic_labels (workspace_id, prompt_id, name);

create table input_variable_sets (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  variables text not null,
  folder_id bigint,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create unique index input_variable_sets_by_name on input_variable_sets (workspace_id, name);

-- The key is sealed for (workspace_id, id).
create table connections (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  provider text not null,
  client text,
  base_url text,
  sealed_api_key bytea,
  api_key_suffix text,
  shares_api_key bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create unique index connections_by_name on connections (workspace_id, name);

-- The headers are sealed for (workspace_id, id).
create table mcp_servers (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  url text not null,
  sealed_headers bytea,
  header_outlines text not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create unique index mcp_servers_by_name on mcp_servers (workspace_id, name);
