-- One row: a value that only the right key opens, looked at when a server starts.
create table secret_canary (
  id bigint primary key check (id = 1),
  sealed bytea not null
);
