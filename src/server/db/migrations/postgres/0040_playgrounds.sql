-- reads-from: 38
-- Playgrounds that are saved for a workspace.
create sequence playground_ids;

create table playgrounds (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  version bigint not null,
  variant_count bigint not null,
  case_count bigint not null,
  models text not null,
  created_at bigint not null,
  created_by_kind text not null,
  created_by_name text not null,
  updated_at bigint not null,
  updated_by_kind text not null,
  updated_by_name text not null,
  content text not null,
  primary key (workspace_id, id)
);
create index playgrounds_by_change on playgrounds (workspace_id, updated_at, id);
