-- reads-from: 38
-- Deleted tools stay as rows, because versions of prompts refer to them.
alter table tools add column deleted_at bigint;
drop index tools_by_name;
create unique index tools_by_name on tools (workspace_id, name) where deleted_at is null;
