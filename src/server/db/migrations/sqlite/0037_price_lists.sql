-- reads-from: 37
-- Price lists that a workspace imported. The one in force replaces the built-in list.
create table price_lists (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  source text not null,
  url text,
  format text not null,
  models integer not null,
  digest text not null,
  content blob not null,
  imported_by text not null,
  imported_at integer not null,
  in_force integer not null,
  primary key (workspace_id, id)
);
create unique index price_lists_in_force on price_lists (workspace_id) where in_force = 1;
