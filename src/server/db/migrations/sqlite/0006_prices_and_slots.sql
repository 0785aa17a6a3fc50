-- reads-from: 6
-- Where the price comes from, and what it is computed from beside the columns before.
-- Until now a request without a price was stored with 0.
alter table requests add column price_source text not null default 'unknown_model';
alter table requests add column billing text;
update requests set price_source = 'given' where price > 0;
update requests set price_source = 'no_usage' where price = 0 and input_tokens + output_tokens = 0;

create table price_overrides (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  -- Empty: any provider.
  provider text not null,
  model text not null,
  valid_from real not null,
  rates text not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;
create unique index price_overrides_by_model on price_overrides (workspace_id, provider, model, valid_from);

-- What a pool of calls to a provider may do, shared by all processes.
create table model_pools (
  workspace_id integer not null references workspaces (id),
  pool text not null,
  state text not null,
  updated_at integer not null,
  primary key (workspace_id, pool)
) strict, without rowid;

-- The part of a pool that one process holds until the lease runs out.
create table model_pool_leases (
  workspace_id integer not null,
  pool text not null,
  holder text not null,
  demand integer not null,
  slots integer not null,
  requests_per_second real not null,
  tokens_per_second real not null,
  expires_at integer not null,
  primary key (workspace_id, pool, holder),
  foreign key (workspace_id, pool) references model_pools (workspace_id, pool) on delete cascade
) strict, without rowid;

-- What a run may spend; amounts are decimal text.
create table run_budgets (
  workspace_id integer not null references workspaces (id),
  run text not null,
  calls_limit integer,
  cost_limit text,
  calls_used integer not null,
  cost_used text not null,
  updated_at integer not null,
  primary key (workspace_id, run)
) strict, without rowid;

-- The ledger reads this index alone: the columns behind the originals are far away on disk.
create index requests_ledger on requests (
  workspace_id, started_at, id, provider, model, price_source, price, input_tokens, output_tokens, billing
);
