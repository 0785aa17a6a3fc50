-- reads-from: 89
-- Used on PostgreSQL only; both engines have the same tables.
create table registry_readers (
  workspace_id integer not null references workspaces (id) on delete cascade,
  reader text not null,
  renewals integer not null,
  primary key (workspace_id, reader)
) strict, without rowid;
