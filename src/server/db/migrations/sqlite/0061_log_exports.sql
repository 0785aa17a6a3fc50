-- reads-from: 38
-- The scheduled export of a workspace's request log to object storage, and how far it is.
create table log_exports (
  workspace_id integer primary key,
  every text not null,
  format text not null,
  include_content integer not null,
  -- Of the last exported request.
  last_arrival integer not null,
  last_id integer not null,
  exported_until integer,
  requests integer not null default 0,
  objects integer not null default 0,
  last_object text,
  problem text
) strict;
