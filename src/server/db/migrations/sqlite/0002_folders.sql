-- reads-from: 2
create table folders (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  parent_id integer,
  name text not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, parent_id) references folders (workspace_id, id)
) strict, without rowid;
-- The id 0 stands for the root folder, which has no row.
create unique index folders_by_name on folders (workspace_id, coalesce(parent_id, 0), name);
create index folders_by_parent on folders (workspace_id, parent_id);

create index prompts_by_folder on prompts (workspace_id, folder_id, id) where deleted_at is null;
