-- reads-from: 38
-- Requests to copy to ClickHouse; filled by triggers, which exist only while a copy is kept.
create table log_outbox (
  seq bigint generated always as identity primary key,
  workspace_id bigint not null,
  request_id bigint not null,
  -- Null: not claimed yet.
  batch bigint
);
create index log_outbox_by_batch on log_outbox (batch, seq);

create table log_copy (
  id bigint primary key,
  state text not null,
  read_from text not null,
  -- The batch under way; null: none.
  batch bigint,
  last_batch bigint not null,
  -- The backfill continues with requests before this one; null: no backfill is under way.
  backfill_workspace bigint,
  backfill_request bigint
);
insert into log_copy values (1, 'off', 'database', null, 0, null, null);
