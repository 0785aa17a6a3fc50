-- reads-from: 28
-- The person who made an entity. Entities made with an API key have no row.
create table authors (
  workspace_id bigint not null references workspaces (id),
  kind text not null,
  entity_id text not null,
  person_id text not null references people (id),
  primary key (workspace_id, kind, entity_id)
);
create index authors_by_person on authors (workspace_id, person_id);
