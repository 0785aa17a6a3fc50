-- reads-from: 89
-- Traces to copy to ClickHouse, as `log_outbox` for requests.
create table trace_outbox (
  seq integer primary key,
  workspace_id integer not null,
  trace_id text not null,
  -- The start of the trace. The traces of a batch lie within a range of starts, so that ClickHouse reads only that range.
  created_at integer not null,
  -- Null: not claimed yet.
  batch integer
) strict;
create index trace_outbox_by_batch on trace_outbox (batch, seq);

-- As `log_copy` for requests.
create table trace_copy (
  id integer primary key,
  state text not null,
  read_from text not null,
  batch integer,
  last_batch integer not null,
  finished_batch integer not null,
  problem text,
  -- The backfill continues with traces before this one; null: no backfill is under way.
  backfill_workspace integer,
  backfill_start real,
  backfill_trace text
) strict;
insert into trace_copy values (1, 'off', 'database', null, 0, 0, null, null, null, null);
