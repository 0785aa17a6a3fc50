-- reads-from: 12
create table people (
  id text primary key,
  name text not null,
  email text not null,
  email_key text not null unique,
  password_hash text,
  created_at bigint not null
);

create table identities (
  issuer text not null,
  subject text not null,
  person_id text not null references people (id),
  primary key (issuer, subject)
);

create table members (
  workspace_id bigint not null references workspaces (id),
  person_id text not null references people (id),
  role text not null,
  created_at bigint not null,
  primary key (workspace_id, person_id)
);
create index members_by_person on members (person_id, workspace_id);

create table sessions (
  token_hash text primary key,
  person_id text not null references people (id),
  workspace_id bigint not null references workspaces (id),
  created_at bigint not null,
  last_seen_at bigint not null
);
create index sessions_by_person on sessions (person_id);

create table invitations (
  workspace_id bigint not null references workspaces (id),
  id text not null,
  token_hash text not null unique,
  email text not null,
  role text not null,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (workspace_id, id)
);

create index invitations_by_email on invitations (email);

create table setup_codes (
  code_hash text primary key,
  created_at bigint not null
);

create table sign_in_attempts (
  subject text primary key,
  failures integer not null,
  since bigint not null
);

create table audit_events (
  workspace_id bigint not null references workspaces (id),
  id bigint not null,
  at bigint not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  operation text not null,
  params text not null,
  given text not null,
  before text not null,
  after text,
  primary key (workspace_id, id)
);
create index audit_events_by_operation on audit_events (workspace_id, operation, id);

alter table api_keys add column role text not null default 'admin';
alter table api_keys add column created_by text;
create sequence audit_event_ids;
