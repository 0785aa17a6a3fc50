-- reads-from: 38
-- Deleted input variable sets can be restored for 30 days.
alter table input_variable_sets add column deleted_at bigint;
drop index input_variable_sets_by_name;
create unique index input_variable_sets_by_name on input_variable_sets (workspace_id, name) where deleted_at is null;
