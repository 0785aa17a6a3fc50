-- reads-from: 20
-- Only for SQLite: on PostgreSQL request_arrivals is always empty.
drop table request_arrivals;
create table request_arrivals (
  request_id bigint primary key,
  workspace_id bigint not null
);
