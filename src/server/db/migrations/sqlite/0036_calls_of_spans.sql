-- reads-from: 36
-- What identifies the model call that a span reports, as JSON; null for other spans.
alter table spans add column call text;
-- The id that the provider gave its answer.
alter table spans add column response_id text;
-- The request that another span of the same call holds.
alter table spans add column shared_request_id integer;
-- Log records among the events of the document.
alter table spans add column log_events integer not null default 0;
create index spans_by_response on spans (workspace_id, response_id, started_at) where response_id is not null;
create index spans_by_shared_request on spans (workspace_id, shared_request_id) where shared_request_id is not null;
-- Finds the request that a span shares, without reading the document.
create index spans_sharing_requests on spans (workspace_id, trace_id, span_id, shared_request_id)
  where shared_request_id is not null;

-- Log records that arrived before their span, as events of it.
create table span_logs (
  workspace_id integer not null,
  trace_id text not null,
  span_id text not null,
  -- Hash of the event, so that a record that is sent again is stored once.
  digest text not null,
  event text not null,
  created_at integer not null,
  primary key (workspace_id, trace_id, span_id, digest)
) strict, without rowid;
create index span_logs_by_arrival on span_logs (workspace_id, created_at);
