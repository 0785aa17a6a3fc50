-- reads-from: 21
-- Always empty: on PostgreSQL the planner walks by time or combines bitmaps of words.
create table request_stretches (
  workspace_id bigint not null,
  stretch bigint not null,
  earliest double precision not null,
  latest double precision not null,
  primary key (workspace_id, stretch)
);
