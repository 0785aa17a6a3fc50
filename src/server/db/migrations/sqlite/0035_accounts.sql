-- reads-from: 35
-- Rights of a person in the whole installation. A closed account signs in nowhere; its row stays for its authorship.
alter table people add column may_make_workspaces integer not null default 0;
alter table people add column is_installation_admin integer not null default 0;
alter table people add column closed_at integer;
-- Of an installation that is in use: the admins of its first workspace.
update people set may_make_workspaces = 1, is_installation_admin = 1 where id in (
  select person_id from members where role = 'admin' and workspace_id = (select min(id) from workspaces));

-- 1: models are called with the keys in the server's environment where the workspace has none of its own.
alter table workspace_settings add column provider_keys integer not null default 1;

-- Null: the server's default. 0: no limit.
alter table api_keys add column requests_per_minute integer;
-- The person whose account the key ends with; null for a key of the workspace.
alter table api_keys add column owner_id text;
create index api_keys_by_owner on api_keys (owner_id) where owner_id is not null;
