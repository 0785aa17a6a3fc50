-- reads-from: 38
-- Saved searches of traces, sessions and users. The first columns are those of request_views.
create sequence trace_view_ids;

create table trace_views (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  query text not null,
  since_hours bigint,
  columns text,
  created_at bigint not null,
  updated_at bigint not null,
  list text not null check (list in ('traces', 'sessions', 'users')),
  primary key (workspace_id, id)
);
create unique index trace_views_by_name on trace_views (workspace_id, list, name);
