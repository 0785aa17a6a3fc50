-- reads-from: 8
create table traces (
  workspace_id bigint not null references workspaces (id),
  trace_id text not null,
  closure_id text,
  closed_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, trace_id)
);

create table spans (
  workspace_id bigint not null,
  trace_id text not null,
  span_id text not null,
  parent_span_id text,
  name text not null,
  kind text not null,
  status text not null,
  started_at double precision not null,
  ended_at double precision,
  request_id bigint,
  attribute_style text,
  document text not null,
  size bigint not null,
  digest text not null,
  created_at bigint not null,
  updated_at bigint not null,
  foreign key (workspace_id, trace_id) references traces (workspace_id, trace_id)
);
create unique index spans_by_id on spans (workspace_id, trace_id, span_id);
-- The index has the size, so that a page is measured without reading its spans.
create index spans_by_start on spans (workspace_id, trace_id, started_at, span_id, size);
-- Finds the trace of a request.
create index spans_by_span_id on spans (workspace_id, span_id, trace_id);
create index requests_by_span_id on requests (workspace_id, span_id) where span_id is not null;
