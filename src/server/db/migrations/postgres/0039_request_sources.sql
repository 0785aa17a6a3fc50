-- Which feature sent a request. The column of that name said which wire the stored original is in.
alter table requests rename column source to format;
alter table requests add column source text not null default 'app';
-- Calls that Galley made before are found by their tags and by the records of workflows, reports and cells.
-- A call whose cell was computed again since stays with the source app.
update requests set source = 'playground' where format = 'run' and (tags::jsonb ? 'playground' or tags::jsonb ? 'editor');
update requests set source = 'workflow' where format = 'run'
  and id in (select id::bigint from workflow_run_nodes cross join json_array_elements_text(request_ids::json) ids (id));
update requests set source = 'evaluation' where format = 'run' and id in (
  select id::bigint from report_cells cross join json_array_elements_text(request_ids::json) ids (id) where request_ids is not null
  union all select id::bigint from sheet_cells cross join json_array_elements_text(metrics::json -> 'request_ids') ids (id) where metrics is not null
  union all select id::bigint from sheet_cell_history cross join json_array_elements_text(metrics::json -> 'request_ids') ids (id) where metrics is not null);

insert into request_facets (workspace_id, kind, key, value, started_at, request_id)
select workspace_id, 10, '', source, started_at, id from requests where source <> 'app';

-- The log shows these two sources unless asked for others: evaluations may outnumber them by far.
create index requests_of_production on requests (workspace_id, started_at, id) where source in ('app', 'workflow');

drop table request_hours;
create table request_hours (
  workspace_id bigint not null,
  hour bigint not null,
  provider text not null,
  model text not null,
  prompt_id bigint not null,
  source text not null,
  status text not null,
  error_type text not null,
  latency_bucket bigint not null,
  shard smallint not null,
  requests bigint not null,
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
  unpriced bigint not null,
  primary key (workspace_id, hour, provider, model, prompt_id, source, status, error_type, latency_bucket, shard)
);
insert into request_hours
select workspace_id, floor(started_at / 3600000)::bigint, provider, model, coalesce(prompt_id, 0), source, status,
  coalesce(error_type, ''), latency_bucket, 0, count(*), sum(input_tokens), sum(output_tokens), sum(least(price, 1e15)),
  sum(latency_ms), sum(cached_tokens), sum(thinking_tokens), sum(turn_count), sum(tool_call_count), count(span_id),
  sum(case when output_shape = 'json' then 1 else 0 end), sum(case when output_shape = 'tool_call' then 1 else 0 end),
  sum(case when price_source in ('given', 'computed') then 0 else 1 end)
from requests
group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
