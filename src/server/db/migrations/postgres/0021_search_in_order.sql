-- reads-from: 21
-- Only SQLite has rows in it: here the planner walks by time, or puts a bitmap of words together.
create table request_stretches (
  workspace_id bigint not null,
  stretch bigint not null,
  earliest double precision not null,
  latest double precision not null,
  primary key (workspace_id, stretch)
);
