-- reads-from: 22
-- Columns that charts of traces group by. Of existing spans only model calls get their type.
alter table spans add column type text not null default 'step';
alter table spans add column tool_name text;
alter table spans add column workflow_id text;
update spans set type = 'llm' where request_id is not null;

-- Finds the traces that were active at a time.
create index spans_by_time on spans (workspace_id, started_at, trace_id);
-- Finds the children of a span.
create index spans_by_parent on spans (workspace_id, trace_id, parent_span_id);
