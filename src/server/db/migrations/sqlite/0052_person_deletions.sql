-- reads-from: 38
-- Deletions of the data that names a person, with their receipts.
create table person_deletions (
  workspace_id integer not null references workspaces (id),
  id text not null,
  state text not null,
  -- JSON list until everything is deleted; then null, so that the receipt does not name the person.
  identifiers text,
  identifier_count integer not null,
  reference text not null,
  -- JSON: deleted rows by kind.
  counts text not null,
  -- JSON: the stage, and the key after which it goes on.
  position text not null,
  error text,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  started_at integer not null,
  ended_at integer,
  primary key (workspace_id, id)
);
-- Zeros that fill the free pages of the file, so that nothing deleted can be read from them.
create table erased_pages (filling blob not null);
