-- reads-from: 18
-- Columns for the sums of analytics.
alter table requests add column cached_tokens integer not null default 0;
alter table requests add column thinking_tokens integer not null default 0;
alter table requests add column turn_count integer not null default 0;
alter table requests add column tool_call_count integer not null default 0;
update requests set cached_tokens = coalesce(json_extract(billing, '$.cachedInputTokens'), 0),
  thinking_tokens = coalesce(json_extract(billing, '$.reasoningTokens'), 0)
where billing is not null;

drop table request_hours;
create table request_hours (
  workspace_id integer not null,
  hour integer not null,
  provider text not null,
  model text not null,
  prompt_id integer not null,
  status text not null,
  error_type text not null,
  latency_bucket integer not null,
  shard integer not null,
  requests integer not null,
  -- Sums are doubles: a sum beyond the integers must not refuse a request.
  input_tokens real not null,
  output_tokens real not null,
  price real not null,
  latency_ms real not null,
  cached_tokens real not null,
  thinking_tokens real not null,
  turns real not null,
  tool_calls real not null,
  traced integer not null,
  json_outputs integer not null,
  tool_call_outputs integer not null,
  primary key (workspace_id, hour, provider, model, prompt_id, status, error_type, latency_bucket, shard)
) strict, without rowid;
insert into request_hours
select workspace_id, cast(floor(started_at / 3600000) as integer), provider, model, coalesce(prompt_id, 0), status, coalesce(error_type, ''), latency_bucket, 0,
  count(*), sum(input_tokens), sum(output_tokens), sum(min(price, 1e15)), sum(latency_ms), sum(cached_tokens), sum(thinking_tokens), 0, 0, count(span_id),
  sum(case when output_shape = 'json' then 1 else 0 end), sum(case when output_shape = 'tool_call' then 1 else 0 end)
from requests
group by 1, 2, 3, 4, 5, 6, 7, 8;

-- Retention rules of a workspace: which requests are deleted, and after how many days.
create table retention_rules (
  workspace_id integer not null references workspaces (id),
  -- Empty: every request.
  tag text not null,
  -- Null: requests are never deleted.
  days integer,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, tag)
) strict, without rowid;
create index requests_by_arrival on requests (workspace_id, created_at, id);
create index traces_by_update on traces (workspace_id, updated_at, trace_id);
