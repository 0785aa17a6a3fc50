-- reads-from: 5
create table dynamic_labels (
  workspace_id integer not null,
  id integer not null,
  prompt_id integer not null,
  name text not null,
  sticky_key text,
  rules text not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, prompt_id) references prompts (workspace_id, id)
) strict, without rowid;
create unique index dynamic_labels_by_name on dynamic_labels (workspace_id, prompt_id, name);

create table input_variable_sets (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  variables text not null,
  folder_id integer,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id)
) strict;
create unique index input_variable_sets_by_name on input_variable_sets (workspace_id, name);

-- The key is sealed for (workspace_id, id).
create table connections (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  provider text not null,
  client text,
  base_url text,
  sealed_api_key blob,
  api_key_suffix text,
  shares_api_key integer not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;
create unique index connections_by_name on connections (workspace_id, name);

-- The headers are sealed for (workspace_id, id).
create table mcp_servers (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  url text not null,
  sealed_headers blob,
  header_outlines text not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;
create unique index mcp_servers_by_name on mcp_servers (workspace_id, name);
