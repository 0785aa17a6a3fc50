-- reads-from: 2
create sequence folder_ids;

create table folders (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  parent_id bigint,
  name text not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, parent_id) references folders (workspace_id, id)
);
-- The id 0 stands for the root folder, which has no row.
create unique index folders_by_name on folders (workspace_id, coalesce(parent_id, 0), name);
create index folders_by_parent on folders (workspace_id, parent_id);

create index prompts_by_folder on prompts (workspace_id, folder_id, id) where deleted_at is null;
