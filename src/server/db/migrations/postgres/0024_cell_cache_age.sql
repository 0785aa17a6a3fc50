-- reads-from: 24
create index cell_cache_by_age on cell_cache (workspace_id, created_at);
