-- reads-from: 23
create table request_views (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  query text not null,
  since_hours integer,
  columns text,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;
create unique index request_views_by_name on request_views (workspace_id, name);
