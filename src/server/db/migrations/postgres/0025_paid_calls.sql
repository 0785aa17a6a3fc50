-- reads-from: 25
-- Paid model calls of cells, from their log until the cell is written. If the process is lost, the next one uses the
-- answers, and their cost counts for the operation.
create table paid_calls (
  workspace_id bigint not null,
  request_id bigint not null,
  operation_id text not null,
  sheet bigint not null,
  row_id bigint not null,
  column_number bigint not null,
  -- Hash of the cell's inputs; null if the answer cannot be used.
  work text,
  -- SHA-256 of the call.
  call text not null,
  finish_reason text,
  -- US dollars; null: unknown.
  cost double precision,
  created_at bigint not null,
  primary key (workspace_id, request_id)
);
create index paid_calls_of_rows on paid_calls (workspace_id, sheet, row_id);
create index paid_calls_of_operations on paid_calls (workspace_id, operation_id);
