-- reads-from: 22
-- What charts of traces tell spans apart by. Of spans that are there already only the calls of models are known.
alter table spans add column type text not null default 'step';
alter table spans add column tool_name text;
alter table spans add column workflow_id text;
update spans set type = 'llm' where request_id is not null;

-- From a time to the traces that were at work then.
create index spans_by_time on spans (workspace_id, started_at, trace_id);
-- Children of a span.
create index spans_by_parent on spans (workspace_id, trace_id, parent_span_id);
