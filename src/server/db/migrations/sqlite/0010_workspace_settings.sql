-- reads-from: 10
create table workspace_settings (
  workspace_id integer primary key references workspaces (id),
  sandbox_network integer not null,
  evaluator_model text,
  embedding_model text
) strict;
