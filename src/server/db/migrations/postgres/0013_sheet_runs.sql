-- reads-from: 13
-- Counts of an operation's cells by result, updated when results are written.
alter table sheet_operations add column completed bigint not null default 0;
alter table sheet_operations add column failed bigint not null default 0;
-- Cells that left the operation: cancelled, given up or deleted.
alter table sheet_operations add column released bigint not null default 0;
alter table sheet_operations add column open_batches bigint not null default 0;
create index sheet_operations_active on sheet_operations (workspace_id, sheet, created_at)
  where status in ('queued', 'running');

-- Finished batches of an operation, so that a batch that is finished twice counts once.
create table sheet_operation_batches (
  workspace_id bigint not null,
  operation_id text not null,
  batch bigint not null,
  primary key (workspace_id, operation_id, batch)
);

-- Cache of paid answers. The key is the SHA-256 of all inputs.
create table cell_cache (
  workspace_id bigint not null,
  key text not null,
  value text not null,
  evidence text,
  created_at bigint not null,
  primary key (workspace_id, key)
);
