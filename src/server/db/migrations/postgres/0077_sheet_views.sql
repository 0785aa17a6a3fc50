-- reads-from: 38
-- Saved views of sheets. The first columns are those of request_views.
create sequence sheet_view_ids;

create table sheet_views (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  query text not null,
  since_hours bigint,
  columns text,
  created_at bigint not null,
  updated_at bigint not null,
  sheet bigint not null,
  primary key (workspace_id, id)
);
create unique index sheet_views_by_name on sheet_views (workspace_id, sheet, name);
