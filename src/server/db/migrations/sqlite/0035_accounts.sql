-- reads-from: 35
-- Rights of a person in the whole installation. A closed account cannot sign in; its row stays, because entities name it as author.
alter table people add column may_make_workspaces integer not null default 0;
alter table people add column is_installation_admin integer not null default 0;
alter table people add column closed_at integer;
-- In an existing installation, the admins of the first workspace become installation admins.
update people set may_make_workspaces = 1, is_installation_admin = 1 where id in (
  select person_id from members where role = 'admin' and workspace_id = (select min(id) from workspaces));

-- 1: the workspace may use the provider keys of the server's environment if it has no key of its own.
alter table workspace_settings add column provider_keys integer not null default 1;

-- Null: the server's default. 0: no limit.
alter table api_keys add column requests_per_minute integer;
-- The key ends when this person's account is closed; null for a key of the workspace.
alter table api_keys add column owner_id text;
create index api_keys_by_owner on api_keys (owner_id) where owner_id is not null;
