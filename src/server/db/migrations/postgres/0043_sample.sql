-- reads-from: 38
-- The sample data of a workspace, from the start of loading until its removal.
create table samples (
  workspace_id bigint primary key references workspaces (id),
  -- Differs for each loading.
  load_id text not null,
  state text not null,
  steps_done bigint not null,
  steps bigint not null,
  error text,
  -- JSON of the person or key that loaded it.
  actor text not null,
  -- JSON: ids of what was made, with their versions at that time.
  entities text not null,
  started_at bigint not null
);
