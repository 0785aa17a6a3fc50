-- reads-from: 19
-- What the latest changes did to a sheet, for those who watch it. `change` is the sheet's version_count.
create table sheet_changes (
  workspace_id bigint not null,
  sheet bigint not null,
  change bigint not null,
  -- Row indexes in the notes are those of this layout.
  layout bigint not null,
  -- JSON objects with commas between.
  notes text not null,
  primary key (workspace_id, sheet, change)
);

-- What the cells of an operation took, as far as they were written: calls, and US dollars where prices are known.
alter table sheet_operations add column calls bigint not null default 0;
alter table sheet_operations add column cost double precision not null default 0;
