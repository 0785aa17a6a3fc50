-- reads-from: 75
-- The audit log is searched and exported by time.
create index audit_events_by_time on audit_events (workspace_id, at, id);
