-- reads-from: 38
-- Requests to copy to ClickHouse; filled by triggers, which exist only while a copy is kept.
create table log_outbox (
  seq integer primary key,
  workspace_id integer not null,
  request_id integer not null,
  -- Null: not claimed yet.
  batch integer
) strict;
create index log_outbox_by_batch on log_outbox (batch, seq);

create table log_copy (
  id integer primary key,
  state text not null,
  read_from text not null,
  -- The batch under way; null: none.
  batch integer,
  last_batch integer not null,
  -- The backfill continues with requests before this one; null: no backfill is under way.
  backfill_workspace integer,
  backfill_request integer
) strict;
insert into log_copy values (1, 'off', 'database', null, 0, null, null);
