-- reads-from: 1
create table workspaces (
  id integer primary key,
  name text not null,
  registry_revision integer not null default 0,
  created_at integer not null
) strict;

create table api_keys (
  hash text primary key,
  id integer not null unique,
  workspace_id integer not null references workspaces (id),
  name text not null,
  suffix text not null,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer
) strict, without rowid;
create index api_keys_by_workspace on api_keys (workspace_id, id);

create table counters (
  name text primary key,
  value integer not null default 0
) strict, without rowid;
-- 1 is the default workspace.
insert into counters (name, value) values ('workspace_ids', 1);

create table prompts (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  folder_id integer,
  tags text not null,
  is_snippet integer not null,
  latest_version integer not null,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  primary key (workspace_id, id)
) strict, without rowid;
create unique index prompts_by_name on prompts (workspace_id, name) where deleted_at is null;
create index prompts_by_created_at on prompts (workspace_id, created_at, id);
create index prompts_by_updated_at on prompts (workspace_id, updated_at, id);

create table prompt_versions (
  workspace_id integer not null,
  id integer not null,
  prompt_id integer not null,
  version_number integer not null,
  template text not null,
  metadata text,
  commit_message text,
  extras text,
  created_at integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, prompt_id) references prompts (workspace_id, id)
) strict;
create unique index prompt_versions_by_number on prompt_versions (workspace_id, prompt_id, version_number);

create table prompt_labels (
  workspace_id integer not null,
  id integer not null,
  prompt_id integer not null,
  name text not null,
  version_id integer not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, prompt_id) references prompts (workspace_id, id),
  foreign key (workspace_id, version_id) references prompt_versions (workspace_id, id)
) strict, without rowid;
create unique index prompt_labels_by_name on prompt_labels (workspace_id, prompt_id, name);
create index prompt_labels_by_version on prompt_labels (workspace_id, version_id);

create table snippet_uses (
  workspace_id integer not null,
  version_id integer not null,
  snippet_name text not null,
  snippet_version integer,
  snippet_label text,
  foreign key (workspace_id, version_id) references prompt_versions (workspace_id, id)
) strict;
create index snippet_uses_by_name on snippet_uses (workspace_id, snippet_name, version_id);

create table external_ids (
  workspace_id integer not null references workspaces (id),
  source text not null,
  external_id text not null,
  kind text not null,
  entity_id text not null,
  created_at integer not null,
  primary key (workspace_id, source, external_id)
) strict, without rowid;
create index external_ids_by_entity on external_ids (workspace_id, kind, entity_id);

create table request_groups (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  created_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;

create table requests (
  workspace_id integer not null,
  id integer not null,
  source text not null,
  provider text not null,
  model text not null,
  function_name text not null,
  api_type text,
  started_at real not null,
  ended_at real not null,
  status text not null,
  error_type text,
  error_message text,
  input_tokens integer not null,
  output_tokens integer not null,
  price real not null,
  prompt_id integer,
  prompt_version_number integer,
  prompt_label text,
  prompt_input_variables text,
  group_id integer,
  span_id text,
  tags text not null,
  metadata text not null,
  created_at integer not null,
  original blob not null
) strict;
create unique index requests_by_id on requests (workspace_id, id);

create table request_scores (
  workspace_id integer not null,
  request_id integer not null,
  name text not null,
  score integer not null,
  primary key (workspace_id, request_id, name)
) strict, without rowid;
