-- reads-from: 4
create table skill_collections (
  workspace_id bigint not null references workspaces (id),
  id text not null,
  name text not null,
  folder_id bigint,
  provider text,
  latest_version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  primary key (workspace_id, id)
);
create unique index skill_collections_by_name on skill_collections (workspace_id, name)
  where deleted_at is null;

create table skill_versions (
  workspace_id bigint not null,
  id text not null,
  collection_id text not null,
  number bigint not null,
  root_path text not null,
  provider text,
  files text not null,
  commit_message text,
  release_label text,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, collection_id) references skill_collections (workspace_id, id)
);
create unique index skill_versions_by_number on skill_versions (workspace_id, collection_id, number);
create unique index skill_versions_by_label on skill_versions (workspace_id, collection_id, release_label)
  where release_label is not null;

create table skill_contents (
  workspace_id bigint not null references workspaces (id),
  hash text not null,
  content text not null,
  primary key (workspace_id, hash)
);
