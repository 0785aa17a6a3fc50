-- reads-from: 38
create table masking_settings (
  workspace_id bigint not null references workspaces (id),
  -- Always 1: sealed columns belong to rows with an id.
  id bigint not null,
  -- JSON list of rules.
  rules text not null,
  -- 0: only metadata, tags, tokens and cost are stored.
  keeps_bodies bigint not null,
  -- Key of the hash of pseudonyms.
  sealed_key bytea,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);

create table masking_counts (
  workspace_id bigint not null references workspaces (id),
  rule_id text not null,
  found bigint not null,
  last_at bigint not null,
  primary key (workspace_id, rule_id)
);
