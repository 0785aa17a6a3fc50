-- reads-from: 33
-- The end of a price override (null: no end), and its service tier (empty: the standard tier).
alter table price_overrides add column valid_to real;
alter table price_overrides add column service_tier text not null default '';
drop index price_overrides_by_model;
create unique index price_overrides_by_model
  on price_overrides (workspace_id, provider, model, service_tier, valid_from);
