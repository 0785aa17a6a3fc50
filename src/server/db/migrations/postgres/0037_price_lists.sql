-- reads-from: 37
-- Price lists that a workspace imported. The one in force replaces the built-in list.
create sequence price_list_ids;

create table price_lists (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  source text not null,
  url text,
  format text not null,
  models bigint not null,
  digest text not null,
  content bytea not null,
  imported_by text not null,
  imported_at bigint not null,
  in_force bigint not null,
  primary key (workspace_id, id)
);
create unique index price_lists_in_force on price_lists (workspace_id) where in_force = 1;
