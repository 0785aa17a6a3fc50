-- reads-from: 1
create table workspaces (
  id bigint primary key,
  name text not null,
  registry_revision bigint not null default 0,
  created_at bigint not null
);

create table api_keys (
  hash text primary key,
  id bigint not null unique,
  workspace_id bigint not null references workspaces (id),
  name text not null,
  suffix text not null,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint
);
create index api_keys_by_workspace on api_keys (workspace_id, id);

create sequence workspace_ids start 2; -- 1 is the default workspace
create sequence api_key_ids;
create sequence prompt_ids;
create sequence prompt_version_ids;
create sequence prompt_label_ids;
create sequence request_group_ids;
-- Each process reserves 1,000 ids at once, so that a log call needs no round trip for its id.
create sequence request_ids increment by 1000;

create table prompts (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  folder_id bigint,
  tags text not null,
  is_snippet bigint not null,
  latest_version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  primary key (workspace_id, id)
);
create unique index prompts_by_name on prompts (workspace_id, name) where deleted_at is null;
create index prompts_by_created_at on prompts (workspace_id, created_at, id);
create index prompts_by_updated_at on prompts (workspace_id, updated_at, id);

create table prompt_versions (
  workspace_id bigint not null,
  id bigint not null,
  prompt_id bigint not null,
  version_number bigint not null,
  template text not null,
  metadata text,
  commit_message text,
  extras text,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, prompt_id) references prompts (workspace_id, id)
);
create unique index prompt_versions_by_number on prompt_versions (workspace_id, prompt_id, version_number);

create table prompt_labels (
  workspace_id bigint not null,
  id bigint not null,
  prompt_id bigint not null,
  name text not null,
  version_id bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, prompt_id) references prompts (workspace_id, id),
  foreign key (workspace_id, version_id) references prompt_versions (workspace_id, id)
);
create unique index prompt_labels_by_name on prompt_labels (workspace_id, prompt_id, name);
create index prompt_labels_by_version on prompt_labels (workspace_id, version_id);

create table snippet_uses (
  workspace_id bigint not null,
  version_id bigint not null,
  snippet_name text not null,
  snippet_version bigint,
  snippet_label text,
  foreign key (workspace_id, version_id) references prompt_versions (workspace_id, id)
);
create index snippet_uses_by_name on snippet_uses (workspace_id, snippet_name, version_id);

create table external_ids (
  workspace_id bigint not null references workspaces (id),
  source text not null,
  external_id text not null,
  kind text not null,
  entity_id text not null,
  created_at bigint not null,
  primary key (workspace_id, source, external_id)
);
create index external_ids_by_entity on external_ids (workspace_id, kind, entity_id);

create table request_groups (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  created_at bigint not null,
  primary key (workspace_id, id)
);

create table requests (
  workspace_id bigint not null,
  id bigint not null,
  source text not null,
  provider text not null,
  model text not null,
  function_name text not null,
  api_type text,
  started_at double precision not null,
  ended_at double precision not null,
  status text not null,
  error_type text,
  error_message text,
  input_tokens bigint not null,
  output_tokens bigint not null,
  price double precision not null,
  prompt_id bigint,
  prompt_version_number bigint,
  prompt_label text,
  prompt_input_variables text,
  group_id bigint,
  span_id text,
  tags text not null,
  metadata text not null,
  created_at bigint not null,
  original bytea not null
);
create unique index requests_by_id on requests (workspace_id, id);

create table request_scores (
  workspace_id bigint not null,
  request_id bigint not null,
  name text not null,
  score bigint not null,
  primary key (workspace_id, request_id, name)
);
