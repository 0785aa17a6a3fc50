-- reads-from: 38
create table dashboards (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  -- Grows with each change, so that a change of an older state is refused.
  revision integer not null,
  query text not null,
  since_hours integer,
  tiles text not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;
create unique index dashboards_by_name on dashboards (workspace_id, name);

-- The ledger tells sources apart, and reads this index alone.
drop index requests_ledger;
create index requests_ledger on requests (
  workspace_id, started_at, id, provider, model, price_source, price, input_tokens, output_tokens, billing, feature
);
