-- reads-from: 6
create sequence price_override_ids;

-- price_source: the origin of the price. billing: what the price is computed from besides tokens and model.
-- Requests without a price were stored with the price 0 before this migration.
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

-- The learned limits of a pool of model calls, shared by all processes.
create table model_pools (
  workspace_id bigint not null references workspaces (id),
  pool text not null,
  state text not null,
  updated_at bigint not null,
  primary key (workspace_id, pool)
);

-- The slots of a pool that one process holds until its lease expires.
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

-- The budget of a run. Amounts are decimal text.
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
