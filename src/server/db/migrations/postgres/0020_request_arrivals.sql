-- reads-from: 20
-- Only SQLite's index follows the requests; nothing is ever in it here.
drop table request_arrivals;
create table request_arrivals (
  request_id bigint primary key,
  workspace_id bigint not null
);
