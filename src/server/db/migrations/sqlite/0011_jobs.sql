-- reads-from: 11
create table jobs (
  workspace_id integer not null references workspaces (id),
  id text not null,
  kind text not null,
  run text not null,
  turn integer not null,
  payload text not null,
  state text not null check (state in ('queued', 'leased', 'done', 'failed', 'cancelled')),
  generation integer not null,
  attempts integer not null,
  owner text,
  ready_at integer not null,
  created_at integer not null,
  finished_at integer,
  error text,
  primary key (workspace_id, id)
) strict, without rowid;
create index jobs_to_claim on jobs (turn, ready_at) where state in ('queued', 'leased');
create index jobs_of_run on jobs (workspace_id, run, state);
create index jobs_to_forget on jobs (finished_at) where finished_at is not null;
