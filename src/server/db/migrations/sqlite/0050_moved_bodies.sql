-- reads-from: 38
-- Bodies of requests in object storage (GALLEY_S3_ENDPOINT). A row of request_payloads with a body_object has the original in
-- the frame of that object at body_offset; without one it holds the original itself.
create table body_objects (
  id integer not null primary key,
  workspace_id integer not null,
  -- The key in the bucket.
  name text not null,
  -- 'writing' until the object is stored; such rows older than a day belong to interrupted writes.
  state text not null,
  bodies integer not null,
  bytes integer not null,
  created_at integer not null,
  -- The time since which no request needs the object.
  emptied_at integer
) strict;
-- One row: the work of the mover, its process, and the end of its lease.
create table body_mover (
  id integer not null primary key check (id = 1),
  direction text not null,
  holder text,
  lease_until integer not null
) strict;
insert into body_mover values (1, 'out', null, 0);
-- The last request, in order of arrival, that the mover has considered.
create table body_marks (
  workspace_id integer not null primary key,
  created_at integer not null,
  request_id integer not null
) strict;
alter table request_payloads add column body_object integer;
alter table request_payloads add column body_offset integer;
alter table request_payloads add column body_length integer;
create index request_payloads_by_object on request_payloads (body_object) where body_object is not null;
