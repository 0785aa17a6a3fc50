-- reads-from: 38
create sequence dashboard_ids;

create table dashboards (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  name text not null,
  -- Grows with each change, so that a change of an older state is refused.
  revision bigint not null,
  query text not null,
  since_hours bigint,
  tiles text not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create unique index dashboards_by_name on dashboards (workspace_id, name);
