-- reads-from: 38
create sequence comment_ids;
create table comments (
  workspace_id bigint not null,
  id bigint not null,
  subject_type text not null,
  subject_id text not null,
  -- Version number of a prompt or row id of a sheet; null: the subject as a whole.
  part bigint,
  author_kind text not null,
  author_id text not null,
  author_name text not null,
  text text not null,
  -- JSON list of ids and names of members.
  mentions text not null,
  created_at bigint not null,
  edited_at bigint,
  primary key (workspace_id, id)
);
create index comments_by_subject on comments (workspace_id, subject_type, subject_id, id);

create table notifications (
  workspace_id bigint not null,
  person_id text not null,
  -- UUIDv7: sorts by time.
  id text not null,
  kind text not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  -- JSON of the subject as it was at that time.
  subject text not null,
  text text not null,
  at bigint not null,
  read_at bigint,
  primary key (workspace_id, person_id, id)
);
create index notifications_unread on notifications (workspace_id, person_id, id) where read_at is null;
create index notifications_by_age on notifications (at);

-- Running operations that a person started, for the notification at their end.
create table watched_runs (
  workspace_id bigint not null,
  run_id text not null,
  person_id text not null,
  person_name text not null,
  -- JSON of the sheet as it was at the start.
  subject text not null,
  started_at bigint not null,
  primary key (workspace_id, run_id)
);
