-- reads-from: 25
-- Calls of models that cells have paid for, from their log until the cell is written: what a lost process leaves
-- here, the next one uses and an operation's cost includes.
create table paid_calls (
  workspace_id integer not null,
  request_id integer not null,
  operation_id text not null,
  sheet integer not null,
  row_id integer not null,
  column_number integer not null,
  -- The hash of the cell's inputs; null where nobody can use the answer.
  work text,
  -- SHA-256 of what was asked.
  call text not null,
  finish_reason text,
  -- US dollars; null when the price is not known.
  cost real,
  created_at integer not null,
  primary key (workspace_id, request_id)
) strict, without rowid;
create index paid_calls_of_rows on paid_calls (workspace_id, sheet, row_id);
create index paid_calls_of_operations on paid_calls (workspace_id, operation_id);
