-- reads-from: 38
-- The scheduled export of a workspace's request log to object storage, and how far it is.
create table log_exports (
  workspace_id bigint primary key,
  every text not null,
  format text not null,
  include_content bigint not null,
  -- Of the last exported request.
  last_arrival bigint not null,
  last_id bigint not null,
  exported_until bigint,
  requests bigint not null default 0,
  objects bigint not null default 0,
  last_object text,
  problem text
);
