-- reads-from: 6
create sequence price_override_ids;

-- Where the price comes from, and what it is computed from beside the columns before.
-- Until now a request without a price was stored with 0.
alter table requests add column price_source text not null default 'unknown_model';
alter table requests add column billing text;
update requests set price_source = 'given' where price > 0;
update requests set price_source = 'no_usage' where price = 0 and input_tokens + output_tokens = 0;

create table price_overrides (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  -- Empty: any provider.
  provider text not null,
  model text not null,
  valid_from double precision not null,
  rates text not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create unique index price_overrides_by_model on price_overrides (workspace_id, provider, model, valid_from);

-- What a pool of calls to a provider may do, shared by all processes.
create table model_pools (
  workspace_id bigint not null references workspaces (id),
  pool text not null,
  state text not null,
  updated_at bigint not null,
  primary key (workspace_id, pool)
);

-- The part of a pool that one process holds until the lease runs out.
create table model_pool_leases (
  workspace_id bigint not null,
  pool text not null,
  holder text not null,
  demand bigint not null,
  slots bigint not null,
  requests_per_second double precision not null,
  tokens_per_second double precision not null,
  expires_at bigint not null,
  primary key (workspace_id, pool, holder),
  foreign key (workspace_id, pool) references model_pools (workspace_id, pool) on delete cascade
);

-- What a run may spend; amounts are decimal text.
create table run_budgets (
  workspace_id bigint not null references workspaces (id),
  run text not null,
  calls_limit bigint,
  cost_limit text,
  calls_used bigint not null,
  cost_used text not null,
  updated_at bigint not null,
  primary key (workspace_id, run)
);

-- Names of models are not bounded, so they are not part of the index.
create index requests_ledger on requests (workspace_id, started_at, id);
