-- reads-from: 38
-- Playgrounds that are saved for a workspace. The content is last: lists read the columns before it only.
create table playgrounds (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  version integer not null,
  variant_count integer not null,
  case_count integer not null,
  models text not null,
  created_at integer not null,
  created_by_kind text not null,
  created_by_name text not null,
  updated_at integer not null,
  updated_by_kind text not null,
  updated_by_name text not null,
  content text not null,
  primary key (workspace_id, id)
) strict;
create index playgrounds_by_change on playgrounds (workspace_id, updated_at, id);
