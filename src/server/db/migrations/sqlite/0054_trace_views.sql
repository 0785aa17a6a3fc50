-- reads-from: 38
-- Saved searches of traces, sessions and users. The first columns are those of request_views.
create table trace_views (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  query text not null,
  since_hours integer,
  columns text,
  created_at integer not null,
  updated_at integer not null,
  list text not null check (list in ('traces', 'sessions', 'users')),
  primary key (workspace_id, id)
) strict, without rowid;
create unique index trace_views_by_name on trace_views (workspace_id, list, name);
