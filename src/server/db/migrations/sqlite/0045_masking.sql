-- reads-from: 38
create table masking_settings (
  workspace_id integer not null references workspaces (id),
  -- Always 1: sealed columns belong to rows with an id.
  id integer not null,
  -- JSON list of rules.
  rules text not null,
  -- 0: only metadata, tags, tokens and cost are stored.
  keeps_bodies integer not null,
  -- Key of the hash of pseudonyms.
  sealed_key blob,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;

create table masking_counts (
  workspace_id integer not null references workspaces (id),
  rule_id text not null,
  found integer not null,
  last_at integer not null,
  primary key (workspace_id, rule_id)
) strict, without rowid;
