-- reads-from: 7
-- Partitions are months of arrival, a time that the server sets. Times from callers could need any number of partitions.
alter table requests rename to requests_before;
drop index requests_by_id;
drop index requests_ledger;

create table requests (
  workspace_id bigint not null,
  id bigint not null,
  source text not null,
  provider text not null,
  model text not null,
  function_name text not null,
  api_type text,
  started_at double precision not null,
  ended_at double precision not null,
  status text not null,
  error_type text,
  error_message text,
  input_tokens bigint not null,
  output_tokens bigint not null,
  price double precision not null,
  prompt_id bigint,
  prompt_version_number bigint,
  prompt_label text,
  prompt_input_variables text,
  group_id bigint,
  span_id text,
  tags text not null,
  metadata text not null,
  created_at bigint not null,
  price_source text not null,
  billing text,
  latency_ms double precision not null default 0,
  latency_bucket bigint not null default 0,
  output_shape text not null default 'plain_text',
  facets text not null default '[]',
  words tsvector not null default ''
) partition by range (created_at);
create unique index requests_by_id on requests (workspace_id, id, created_at);
create index requests_ledger on requests (workspace_id, started_at, id);
create index requests_by_words on requests using gin (words);

create table request_payloads (
  workspace_id bigint not null,
  request_id bigint not null,
  created_at bigint not null,
  payload bytea not null,
  input_text text not null default '',
  output_text text not null default ''
) partition by range (created_at);
-- The payload is already compressed.
alter table request_payloads alter column payload set storage external;
create unique index request_payloads_by_request on request_payloads (workspace_id, request_id, created_at);

create function make_request_month(at bigint) returns void language plpgsql as $$
declare
  month timestamp := date_trunc('month', to_timestamp(at / 1000.0) at time zone 'UTC');
  first bigint := (extract(epoch from month) * 1000)::bigint;
  next bigint := (extract(epoch from month + interval '1 month') * 1000)::bigint;
  parent text;
begin
  perform pg_advisory_xact_lock(7105117317);
  foreach parent in array array['requests', 'request_payloads'] loop
    -- Checked first, because creating a partition locks the whole table, even if the partition exists.
    if to_regclass(parent || to_char(month, '_YYYY_MM')) is null then
      execute format(
        'create table %I partition of %I for values from (%s) to (%s)',
        parent || to_char(month, '_YYYY_MM'), parent, first, next);
    end if;
  end loop;
end $$;

select make_request_month(created_at) from (
  select min(created_at) as created_at from requests_before
  group by date_trunc('month', to_timestamp(created_at / 1000.0) at time zone 'UTC')) as months;

insert into requests
select workspace_id, id, source, provider, model, function_name, api_type, started_at, ended_at, status, error_type,
  error_message, input_tokens, output_tokens, price, prompt_id, prompt_version_number, prompt_label,
  prompt_input_variables, group_id, span_id, tags, metadata, created_at, price_source, billing, greatest(0, ended_at - started_at),
  case when ended_at - started_at >= 1 then 1 + floor(4 * log(2, (ended_at - started_at)::numeric))::bigint else 0 end
from requests_before;
insert into request_payloads (workspace_id, request_id, created_at, payload)
select workspace_id, id, created_at, original from requests_before;
drop table requests_before;

create table request_facets (
  workspace_id bigint not null,
  kind smallint not null,
  key text collate "C" not null,
  value text collate "C" not null,
  started_at double precision not null,
  request_id bigint not null,
  primary key (workspace_id, kind, key, value, started_at, request_id)
);

create table request_hours (
  workspace_id bigint not null,
  hour bigint not null,
  provider text not null,
  model text not null,
  prompt_id bigint not null,
  status text not null,
  latency_bucket bigint not null,
  shard smallint not null,
  requests bigint not null,
  -- Sums are doubles: a sum beyond the integers must not refuse a request.
  input_tokens double precision not null,
  output_tokens double precision not null,
  price double precision not null,
  latency_ms double precision not null,
  primary key (workspace_id, hour, provider, model, prompt_id, status, latency_bucket, shard)
);
insert into request_hours
select workspace_id, floor(started_at / 3600000)::bigint, provider, model, coalesce(prompt_id, 0), status,
  latency_bucket, 0, count(*), sum(input_tokens), sum(output_tokens), sum(least(price, 1e15)), sum(latency_ms)
from requests
group by 1, 2, 3, 4, 5, 6, 7;

-- Always empty: PostgreSQL writes the index together with the request.
create table request_arrivals (
  number bigint primary key,
  workspace_id bigint not null,
  request_id bigint not null,
  mark bigint not null
);

create table request_backlog (
  workspace_id bigint not null,
  request_id bigint not null,
  primary key (workspace_id, request_id)
);
insert into request_backlog select workspace_id, id from requests;
