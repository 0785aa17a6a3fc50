-- reads-from: 19
-- What the latest changes did to a sheet, for those who watch it. `change` is the sheet's version_count.
create table sheet_changes (
  workspace_id integer not null,
  sheet integer not null,
  change integer not null,
  -- Row indexes in the notes are those of this layout.
  layout integer not null,
  -- JSON objects with commas between.
  notes text not null,
  primary key (workspace_id, sheet, change)
) strict, without rowid;

-- What the cells of an operation took, as far as they were written: calls, and US dollars where prices are known.
alter table sheet_operations add column calls integer not null default 0;
alter table sheet_operations add column cost real not null default 0;
