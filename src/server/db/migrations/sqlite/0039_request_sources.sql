-- Which feature sent a request. The column of that name said which wire the stored original is in.
alter table requests rename column source to format;
alter table requests add column source text not null default 'app';
-- Calls that Galley made before are found by their tags and by the records of workflows, reports and cells.
-- A call whose cell was computed again since stays with the source app.
update requests set source = 'playground' where format = 'run' and (exists (select 1 from json_each(tags) where value = 'playground') or exists (select 1 from json_each(tags) where value = 'editor'));
update requests set source = 'workflow' where format = 'run'
  and id in (select ids.value from workflow_run_nodes cross join json_each(workflow_run_nodes.request_ids) ids);
update requests set source = 'evaluation' where format = 'run' and id in (
  select ids.value from report_cells cross join json_each(report_cells.request_ids) ids where request_ids is not null
  union all select ids.value from sheet_cells cross join json_each(sheet_cells.metrics, '$.request_ids') ids where metrics is not null
  union all select ids.value from sheet_cell_history cross join json_each(sheet_cell_history.metrics, '$.request_ids') ids where metrics is not null);

insert into request_facets (workspace_id, kind, key, value, started_at, request_id)
select workspace_id, 10, '', source, started_at, id from requests where source <> 'app'
  and not exists (select 1 from request_arrivals where request_id = requests.id);

-- The log shows these two sources unless asked for others: evaluations may outnumber them by far.
create index requests_of_production on requests (workspace_id, started_at, id) where source in ('app', 'workflow');

drop table request_hours;
create table request_hours (
  workspace_id integer not null,
  hour integer not null,
  provider text not null,
  model text not null,
  prompt_id integer not null,
  source text not null,
  status text not null,
  error_type text not null,
  latency_bucket integer not null,
  shard integer not null,
  requests integer not null,
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
  unpriced integer not null,
  primary key (workspace_id, hour, provider, model, prompt_id, source, status, error_type, latency_bucket, shard)
) strict, without rowid;
insert into request_hours
select workspace_id, cast(floor(started_at / 3600000) as integer), provider, model, coalesce(prompt_id, 0), source, status,
  coalesce(error_type, ''), latency_bucket, 0, count(*), sum(cast(input_tokens as real)), sum(cast(output_tokens as real)), sum(min(price, 1e15)),
  sum(latency_ms), sum(cached_tokens), sum(thinking_tokens), sum(turn_count), sum(tool_call_count), count(span_id),
  sum(case when output_shape = 'json' then 1 else 0 end), sum(case when output_shape = 'tool_call' then 1 else 0 end),
  sum(case when price_source in ('given', 'computed') then 0 else 1 end)
from requests
where not exists (select 1 from request_arrivals where request_id = requests.id)
group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
