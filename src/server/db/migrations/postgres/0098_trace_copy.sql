-- reads-from: 38
-- Traces to copy to ClickHouse, as `log_outbox` for requests.
create table trace_outbox (
  seq bigint generated always as identity primary key,
  workspace_id bigint not null,
  trace_id text not null,
  -- The start of the trace. The traces of a batch lie within a range of starts, so that ClickHouse reads only that range.
  created_at bigint not null,
  -- Null: not claimed yet.
  batch bigint
);
create index trace_outbox_by_batch on trace_outbox (batch, seq);

-- As `log_copy` for requests.
create table trace_copy (
  id bigint primary key,
  state text not null,
  read_from text not null,
  batch bigint,
  last_batch bigint not null,
  finished_batch bigint not null,
  problem text,
  -- The backfill continues with traces before this one; null: no backfill is under way.
  backfill_workspace bigint,
  backfill_start double precision,
  backfill_trace text
);
insert into trace_copy values (1, 'off', 'database', null, 0, 0, null, null, null, null);
