-- reads-from: 75
-- One index with the id of a span and of its trace in place of two; `spans_by_start` finds the spans of a trace.
drop index spans_by_id;
drop index spans_by_span_id;
create unique index spans_by_span_id on spans (workspace_id, span_id, trace_id);
