-- reads-from: 20
-- From now on the indexer adds a request to the sums of its hour.
-- Requests that are not indexed yet were added when they were logged; this subtracts them.
insert into request_hours
select r.workspace_id, cast(floor(r.started_at / 3600000) as integer), r.provider, r.model, coalesce(r.prompt_id, 0), r.status,
  coalesce(r.error_type, ''), r.latency_bucket, 0,
  -count(*), -sum(r.input_tokens), -sum(r.output_tokens), -sum(min(r.price, 1e15)), -sum(r.latency_ms), -sum(r.cached_tokens),
  -sum(r.thinking_tokens), -sum(r.turn_count), -sum(r.tool_call_count), -count(r.span_id),
  -sum(r.output_shape = 'json'), -sum(r.output_shape = 'tool_call')
from request_arrivals a join requests r on r.workspace_id = a.workspace_id and r.id = a.request_id
where true
group by 1, 2, 3, 4, 5, 6, 7, 8
on conflict (workspace_id, hour, provider, model, prompt_id, status, error_type, latency_bucket, shard) do update set
  requests = request_hours.requests + excluded.requests,
  input_tokens = request_hours.input_tokens + excluded.input_tokens,
  output_tokens = request_hours.output_tokens + excluded.output_tokens,
  price = request_hours.price + excluded.price,
  latency_ms = request_hours.latency_ms + excluded.latency_ms,
  cached_tokens = request_hours.cached_tokens + excluded.cached_tokens,
  thinking_tokens = request_hours.thinking_tokens + excluded.thinking_tokens,
  turns = request_hours.turns + excluded.turns,
  tool_calls = request_hours.tool_calls + excluded.tool_calls,
  traced = request_hours.traced + excluded.traced,
  json_outputs = request_hours.json_outputs + excluded.json_outputs,
  tool_call_outputs = request_hours.tool_call_outputs + excluded.tool_call_outputs;

-- The id alone is the key, because ids are unique across workspaces: inserts are at the end of one tree.
alter table request_arrivals rename to earlier_arrivals;
create table request_arrivals (
  request_id integer primary key,
  workspace_id integer not null
) strict;
insert into request_arrivals select request_id, workspace_id from earlier_arrivals order by request_id;
drop table earlier_arrivals;
