-- reads-from: 19
-- The latest changes of a sheet, for clients that watch it. `change` is the version_count of the sheet.
create table sheet_changes (
  workspace_id bigint not null,
  sheet bigint not null,
  change bigint not null,
  -- The layout that row indexes in `notes` refer to.
  layout bigint not null,
  -- JSON objects, separated by commas.
  notes text not null,
  primary key (workspace_id, sheet, change)
);

-- Calls of an operation's written cells, and their cost in US dollars where prices are known.
alter table sheet_operations add column calls bigint not null default 0;
alter table sheet_operations add column cost double precision not null default 0;
