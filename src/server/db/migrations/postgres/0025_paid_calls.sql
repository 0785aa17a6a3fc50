-- reads-from: 25
-- Calls of models that cells have paid for, from their log until the cell is written: what a lost process leaves
-- here, the next one uses and an operation's cost includes.
create table paid_calls (
  workspace_id bigint not null,
  request_id bigint not null,
  operation_id text not null,
  sheet bigint not null,
  row_id bigint not null,
  column_number bigint not null,
  -- The hash of the cell's inputs; null where nobody can use the answer.
  work text,
  -- SHA-256 of what was asked.
  call text not null,
  finish_reason text,
  -- US dollars; null when the price is not known.
  cost double precision,
  created_at bigint not null,
  primary key (workspace_id, request_id)
);
create index paid_calls_of_rows on paid_calls (workspace_id, sheet, row_id);
create index paid_calls_of_operations on paid_calls (workspace_id, operation_id);
