-- reads-from: 30
-- In a table without rowids each comparison of keys reads whole rows, including texts of megabytes (decision 28).

alter table sheet_rows rename to sheet_rows_before;
create table sheet_rows (
  workspace_id integer not null,
  sheet integer not null,
  id integer not null,
  -- Positions have gaps. The index of a row is its position minus the gaps before it.
  position integer not null,
  -- The text cells: an object of column numbers and values.
  texts text not null,
  since integer not null,
  updated_at integer not null,
  primary key (workspace_id, sheet, id)
) strict;
insert into sheet_rows (workspace_id, sheet, id, position, texts, since, updated_at)
  select workspace_id, sheet, id, position, texts, since, updated_at from sheet_rows_before order by workspace_id, sheet, id;
drop table sheet_rows_before;
create index sheet_rows_by_position on sheet_rows (workspace_id, sheet, position);

alter table sheet_row_history rename to sheet_row_history_before;
create table sheet_row_history (
  workspace_id integer not null,
  sheet integer not null,
  id integer not null,
  until integer not null,
  since integer not null,
  position integer not null,
  texts text not null,
  updated_at integer not null,
  primary key (workspace_id, sheet, id, until)
) strict;
insert into sheet_row_history (workspace_id, sheet, id, until, since, position, texts, updated_at)
  select workspace_id, sheet, id, until, since, position, texts, updated_at from sheet_row_history_before
  order by workspace_id, sheet, id, until;
drop table sheet_row_history_before;
create index sheet_row_history_by_position on sheet_row_history (workspace_id, sheet, position);
