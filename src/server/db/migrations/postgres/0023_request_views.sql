-- reads-from: 23
create sequence request_view_ids;

create table request_views (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  query text not null,
  since_hours bigint,
  columns text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create unique index request_views_by_name on request_views (workspace_id, name);
