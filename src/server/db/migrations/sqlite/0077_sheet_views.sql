-- reads-from: 75
-- Saved views of sheets. The first columns are those of request_views.
create table sheet_views (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  query text not null,
  since_hours integer,
  columns text,
  created_at integer not null,
  updated_at integer not null,
  sheet integer not null,
  primary key (workspace_id, id)
) strict, without rowid;
create unique index sheet_views_by_name on sheet_views (workspace_id, sheet, name);
