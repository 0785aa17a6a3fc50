-- reads-from: 38
-- What the list of traces shows and sorts by; null until the trace is summarised.
alter table traces add column started_at double precision;
alter table traces add column ended_at double precision;
alter table traces add column duration_ms double precision;
-- Of the first root span.
alter table traces add column name text;
alter table traces add column status text;
alter table traces add column span_count bigint not null default 0;
alter table traces add column error_count bigint not null default 0;
-- 1: no root span has arrived yet, or a span has no end.
alter table traces add column unfinished bigint not null default 0;
alter table traces add column request_count bigint not null default 0;
-- Of the requests with a known price; null if none has one.
alter table traces add column cost double precision;
alter table traces add column unpriced bigint not null default 0;
alter table traces add column input_tokens bigint not null default 0;
alter table traces add column output_tokens bigint not null default 0;
alter table traces add column tokens bigint not null default 0;
alter table traces add column session_id text;
alter table traces add column user_id text;
-- JSON of session, user and metadata that the spans state; null: no span has been asked yet.
alter table traces add column stated text;
-- JSON list of [kind, key, value].
alter table traces add column facets text not null default '[]';
-- Set while the columns above are older than the spans and requests of the trace. Older programs insert the default.
alter table traces add column due_at bigint default 0;

create index traces_due on traces (due_at, workspace_id, trace_id) where due_at is not null;
create index traces_by_start on traces (workspace_id, started_at, trace_id);
create index traces_by_duration on traces (workspace_id, duration_ms, trace_id);
create index traces_by_cost on traces (workspace_id, (coalesce(cost, -1)), trace_id);
create index traces_by_tokens on traces (workspace_id, tokens, trace_id);
create index traces_by_session on traces (workspace_id, session_id, started_at, trace_id) where session_id is not null;
create index traces_by_user on traces (workspace_id, user_id, started_at, trace_id) where user_id is not null;

create table trace_facets (
  workspace_id bigint not null,
  kind smallint not null,
  key text collate "C" not null,
  value text collate "C" not null,
  started_at double precision not null,
  trace_id text not null,
  primary key (workspace_id, kind, key, value, started_at, trace_id)
);
