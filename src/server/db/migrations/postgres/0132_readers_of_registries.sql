-- reads-from: 38
-- The processes that use a revision without reading it. After a crash of PostgreSQL, which empties the table, none of them does.
create unlogged table registry_readers (
  workspace_id bigint not null references workspaces (id) on delete cascade,
  reader text not null,
  renewals bigint not null,
  primary key (workspace_id, reader)
);
