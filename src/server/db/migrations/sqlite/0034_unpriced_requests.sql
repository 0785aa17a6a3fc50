-- reads-from: 34
-- Number of requests without a known price, which the sum of prices counts as 0.
alter table request_hours add column unpriced integer not null default 0;
insert into request_hours (workspace_id, hour, provider, model, prompt_id, status, error_type, latency_bucket, shard,
  requests, input_tokens, output_tokens, price, latency_ms, cached_tokens, thinking_tokens, turns, tool_calls, traced,
  json_outputs, tool_call_outputs, unpriced)
select workspace_id, cast(floor(started_at / 3600000) as integer), provider, model, coalesce(prompt_id, 0), status,
  coalesce(error_type, ''), latency_bucket, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*)
from requests
where price_source not in ('given', 'computed')
    and not exists (select 1 from request_arrivals where request_id = requests.id)
group by 1, 2, 3, 4, 5, 6, 7, 8
on conflict (workspace_id, hour, provider, model, prompt_id, status, error_type, latency_bucket, shard)
  do update set unpriced = excluded.unpriced;

-- Number of model calls of a run without a known price.
alter table sheet_operations add column unpriced_calls integer not null default 0;
