-- reads-from: 8
create table traces (
  workspace_id integer not null references workspaces (id),
  trace_id text not null,
  closure_id text,
  closed_at integer,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, trace_id)
) strict, without rowid;

create table spans (
  workspace_id integer not null,
  trace_id text not null,
  span_id text not null,
  parent_span_id text,
  name text not null,
  kind text not null,
  status text not null,
  started_at real not null,
  ended_at real,
  request_id integer,
  attribute_style text,
  document text not null,
  size integer not null,
  digest text not null,
  created_at integer not null,
  updated_at integer not null,
  foreign key (workspace_id, trace_id) references traces (workspace_id, trace_id)
) strict;
create unique index spans_by_id on spans (workspace_id, trace_id, span_id);
-- The index has the size, so that a page is measured without reading its spans.
create index spans_by_start on spans (workspace_id, trace_id, started_at, span_id, size);
-- Finds the trace of a request.
create index spans_by_span_id on spans (workspace_id, span_id, trace_id);
create index requests_by_span_id on requests (workspace_id, span_id) where span_id is not null;
