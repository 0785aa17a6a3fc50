-- reads-from: 38
-- Which feature sent a request: the API's source. The column source says the wire format of the stored original, and keeps its name,
-- because programs of schema 38 write it.
alter table requests add column feature text not null default 'app';
-- Calls that Galley made before are found by their tags and by the records of workflows, reports and cells.
-- A call whose cell was computed again since stays with the feature app.
update requests set feature = 'playground' where source = 'run' and (exists (select 1 from json_each(tags) where value = 'playground') or exists (select 1 from json_each(tags) where value = 'editor'));
update requests set feature = 'workflow' where source = 'run'
  and id in (select ids.value from workflow_run_nodes cross join json_each(workflow_run_nodes.request_ids) ids);
update requests set feature = 'evaluation' where source = 'run' and id in (
  select ids.value from report_cells cross join json_each(report_cells.request_ids) ids where request_ids is not null
  union all select ids.value from sheet_cells cross join json_each(sheet_cells.metrics, '$.request_ids') ids where metrics is not null
  union all select ids.value from sheet_cell_history cross join json_each(sheet_cell_history.metrics, '$.request_ids') ids where metrics is not null);

insert into request_facets (workspace_id, kind, key, value, started_at, request_id)
select workspace_id, 10, '', feature, started_at, id from requests where feature <> 'app'
  and not exists (select 1 from request_arrivals where request_id = requests.id);

-- The log shows these two sources unless asked for others: evaluations may outnumber them by far.
-- With the feature it covers a page of the log; else SQLite would walk requests_ledger, which has all sources.
create index requests_of_production on requests (workspace_id, started_at, id, feature) where feature in ('app', 'workflow');

-- The sums of these requests move from the rows of the source app to rows of their own. The key stays as it is for programs of schema 38,
-- so each source has 16 numbers of shards of its own.
alter table request_hours add column source text not null default 'app';
create table moved_hours as
select workspace_id, cast(floor(started_at / 3600000) as integer) as hour, provider, model, coalesce(prompt_id, 0) as prompt_id,
  feature as source, status, coalesce(error_type, '') as error_type, latency_bucket,
  count(*) as requests,
  sum(cast(input_tokens as real)) as input_tokens,
  sum(cast(output_tokens as real)) as output_tokens,
  sum(min(price, 1e15)) as price,
  sum(latency_ms) as latency_ms,
  sum(cached_tokens) as cached_tokens,
  sum(thinking_tokens) as thinking_tokens,
  sum(turn_count) as turns,
  sum(tool_call_count) as tool_calls,
  count(span_id) as traced,
  sum(case when output_shape = 'json' then 1 else 0 end) as json_outputs,
  sum(case when output_shape = 'tool_call' then 1 else 0 end) as tool_call_outputs,
  sum(case when price_source in ('given', 'computed') then 0 else 1 end) as unpriced
from requests where feature <> 'app' and not exists (select 1 from request_arrivals where request_id = requests.id)
group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
insert into request_hours (workspace_id, hour, provider, model, prompt_id, source, status, error_type, latency_bucket, shard,
  requests, input_tokens, output_tokens, price, latency_ms, cached_tokens, thinking_tokens, turns, tool_calls, traced, json_outputs,
  tool_call_outputs, unpriced)
select workspace_id, hour, provider, model, prompt_id, source, status, error_type, latency_bucket,
  case source when 'playground' then 16 when 'evaluation' then 32 else 48 end, requests, input_tokens, output_tokens, price, latency_ms,
  cached_tokens, thinking_tokens, turns, tool_calls, traced, json_outputs, tool_call_outputs, unpriced
from moved_hours;
insert into request_hours (workspace_id, hour, provider, model, prompt_id, source, status, error_type, latency_bucket, shard,
  requests, input_tokens, output_tokens, price, latency_ms, cached_tokens, thinking_tokens, turns, tool_calls, traced, json_outputs,
  tool_call_outputs, unpriced)
select workspace_id, hour, provider, model, prompt_id, 'app', status, error_type, latency_bucket, 0,
  -sum(requests), -sum(input_tokens), -sum(output_tokens), -sum(price), -sum(latency_ms), -sum(cached_tokens), -sum(thinking_tokens),
  -sum(turns), -sum(tool_calls), -sum(traced), -sum(json_outputs), -sum(tool_call_outputs), -sum(unpriced)
from moved_hours group by 1, 2, 3, 4, 5, 7, 8, 9 order by 1, 2, 3, 4, 5, 7, 8, 9
on conflict (workspace_id, hour, provider, model, prompt_id, status, error_type, latency_bucket, shard) do update set
  requests = request_hours.requests + excluded.requests, input_tokens = request_hours.input_tokens + excluded.input_tokens,
  output_tokens = request_hours.output_tokens + excluded.output_tokens, price = request_hours.price + excluded.price,
  latency_ms = request_hours.latency_ms + excluded.latency_ms, cached_tokens = request_hours.cached_tokens + excluded.cached_tokens,
  thinking_tokens = request_hours.thinking_tokens + excluded.thinking_tokens, turns = request_hours.turns + excluded.turns,
  tool_calls = request_hours.tool_calls + excluded.tool_calls, traced = request_hours.traced + excluded.traced,
  json_outputs = request_hours.json_outputs + excluded.json_outputs, tool_call_outputs = request_hours.tool_call_outputs + excluded.tool_call_outputs,
  unpriced = request_hours.unpriced + excluded.unpriced;
drop table moved_hours;
