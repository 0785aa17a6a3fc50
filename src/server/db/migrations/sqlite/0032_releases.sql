-- reads-from: 32
-- Names of labels that are protected in all templates of a workspace.
create table protected_labels (
  workspace_id integer not null references workspaces (id),
  id integer not null,
  name text not null,
  -- 1: an admin needs another person's approval too.
  takes_two integer not null,
  created_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;
create unique index protected_labels_by_name on protected_labels (workspace_id, name);

-- Requests to move a label to a version.
create table release_requests (
  workspace_id integer not null,
  id integer not null,
  prompt_id integer not null,
  label text not null,
  version_id integer not null,
  version_number integer not null,
  note text,
  status text not null,
  asker_kind text not null,
  asker_id text not null,
  asker_name text not null,
  asked_at integer not null,
  -- Null: not decided yet.
  decider_kind text,
  decider_id text,
  decider_name text,
  decided_at integer,
  decision_note text,
  primary key (workspace_id, id),
  foreign key (workspace_id, prompt_id) references prompts (workspace_id, id)
) strict, without rowid;
create unique index release_requests_open on release_requests (workspace_id, prompt_id, label) where status = 'open';
create index release_requests_by_prompt on release_requests (workspace_id, prompt_id, id);
create index release_requests_by_status on release_requests (workspace_id, status, id);
