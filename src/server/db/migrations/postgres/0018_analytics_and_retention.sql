-- reads-from: 18
-- Columns for the sums of analytics.
alter table requests add column cached_tokens bigint not null default 0;
alter table requests add column thinking_tokens bigint not null default 0;
alter table requests add column turn_count bigint not null default 0;
alter table requests add column tool_call_count bigint not null default 0;
update requests set cached_tokens = coalesce((billing::jsonb ->> 'cachedInputTokens')::bigint, 0),
  thinking_tokens = coalesce((billing::jsonb ->> 'reasoningTokens')::bigint, 0)
where billing is not null;

drop table request_hours;
create table request_hours (
  workspace_id bigint not null,
  hour bigint not null,
  provider text not null,
  model text not null,
  prompt_id bigint not null,
  status text not null,
  error_type text not null,
  latency_bucket bigint not null,
  shard smallint not null,
  requests bigint not null,
  -- Sums are doubles: a sum beyond the integers must not refuse a request.
  input_tokens double precision not null,
  output_tokens double precision not null,
  price double precision not null,
  latency_ms double precision not null,
  cached_tokens double precision not null,
  thinking_tokens double precision not null,
  turns double precision not null,
  tool_calls double precision not null,
  traced bigint not null,
  json_outputs bigint not null,
  tool_call_outputs bigint not null,
  primary key (workspace_id, hour, provider, model, prompt_id, status, error_type, latency_bucket, shard)
);
insert into request_hours
select workspace_id, floor(started_at / 3600000)::bigint, provider, model, coalesce(prompt_id, 0), status, coalesce(error_type, ''), latency_bucket, 0,
  count(*), sum(input_tokens), sum(output_tokens), sum(least(price, 1e15)), sum(latency_ms), sum(cached_tokens), sum(thinking_tokens), 0, 0, count(span_id),
  sum(case when output_shape = 'json' then 1 else 0 end), sum(case when output_shape = 'tool_call' then 1 else 0 end)
from requests
group by 1, 2, 3, 4, 5, 6, 7, 8;

-- Retention rules of a workspace: which requests are deleted, and after how many days.
create table retention_rules (
  workspace_id bigint not null references workspaces (id),
  -- Empty: every request.
  tag text not null,
  -- Null: requests are never deleted.
  days bigint,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, tag)
);
create index requests_by_arrival on requests (workspace_id, created_at, id);
create index traces_by_update on traces (workspace_id, updated_at, trace_id);
