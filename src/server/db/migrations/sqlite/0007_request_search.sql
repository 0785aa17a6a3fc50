-- reads-from: 7
-- Bodies are in a table of their own, so that scans for lists and totals read an eighth of the pages.
create table request_payloads (
  workspace_id integer not null,
  request_id integer not null,
  payload blob not null
) strict;
create unique index request_payloads_by_request on request_payloads (workspace_id, request_id);
insert into request_payloads select workspace_id, id, original from requests order by workspace_id, id;

alter table requests drop column original;
alter table requests add column latency_ms real not null default 0;
alter table requests add column latency_bucket integer not null default 0;
alter table requests add column output_shape text not null default 'plain_text';
alter table requests add column facets text not null default '[]';
update requests set latency_ms = max(0, ended_at - started_at);
update requests set latency_bucket = 1 + cast(floor(4 * log2(latency_ms)) as integer) where latency_ms >= 1;

create table request_facets (
  workspace_id integer not null,
  kind integer not null,
  key text not null,
  value text not null,
  started_at real not null,
  request_id integer not null,
  primary key (workspace_id, kind, key, value, started_at, request_id)
) strict, without rowid;

-- The engine (src/engine/search) splits texts into words. The rowid is the id of the request, which is unique across workspaces.
create virtual table request_words using fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');

create table request_hours (
  workspace_id integer not null,
  hour integer not null,
  provider text not null,
  model text not null,
  prompt_id integer not null,
  status text not null,
  latency_bucket integer not null,
  shard integer not null,
  requests integer not null,
  -- Sums are doubles: a sum beyond the integers must not refuse a request.
  input_tokens real not null,
  output_tokens real not null,
  price real not null,
  latency_ms real not null,
  primary key (workspace_id, hour, provider, model, prompt_id, status, latency_bucket, shard)
) strict, without rowid;
insert into request_hours
select workspace_id, cast(floor(started_at / 3600000) as integer), provider, model, coalesce(prompt_id, 0), status,
  latency_bucket, 0, count(*), sum(input_tokens), sum(output_tokens), sum(min(price, 1e15)), sum(latency_ms)
from requests
group by 1, 2, 3, 4, 5, 6, 7;

-- Requests that the index does not have yet. `mark` grows with each change of such a request.
create table request_arrivals (
  number integer primary key,
  workspace_id integer not null,
  request_id integer not null,
  mark integer not null
) strict;
create unique index request_arrivals_by_request on request_arrivals (workspace_id, request_id);

-- Requests from before the search index existed. The next server that starts indexes them.
create table request_backlog (
  workspace_id integer not null,
  request_id integer not null,
  primary key (workspace_id, request_id)
) strict, without rowid;
insert into request_backlog select workspace_id, id from requests;
