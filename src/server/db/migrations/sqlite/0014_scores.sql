-- reads-from: 14
-- The configuration of a sheet's score. A sheet has at most one.
create table sheet_scores (
  workspace_id integer not null,
  sheet integer not null,
  id text not null,
  score_type text not null,
  score_config text not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, sheet),
  foreign key (workspace_id, sheet) references sheets (workspace_id, number)
) strict, without rowid;

-- Ids grow with time, so the last one is the latest.
create table score_calculations (
  workspace_id integer not null,
  sheet integer not null,
  id text not null,
  score_type text not null,
  score_config text not null,
  -- version_count of the sheet when the calculation was requested.
  sheet_revision integer not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed')),
  overall_score real,
  result text,
  error text,
  created_at integer not null,
  completed_at integer,
  primary key (workspace_id, sheet, id),
  foreign key (workspace_id, sheet) references sheets (workspace_id, number)
) strict, without rowid;

create table scorecards (
  workspace_id integer not null,
  id text not null,
  sheet integer not null,
  name text not null,
  evaluated_column_ids text not null,
  aggregation text not null,
  steps text not null,
  display_config text,
  baseline_config text,
  config_hash text not null,
  -- Number of calculations of the sheet, including those of deleted scorecards.
  calculations integer not null,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  primary key (workspace_id, id),
  foreign key (workspace_id, sheet) references sheets (workspace_id, number)
) strict, without rowid;
create unique index scorecards_alive on scorecards (workspace_id, sheet) where deleted_at is null;
create index scorecards_by_sheet on scorecards (workspace_id, sheet, created_at);

-- Results refer to a calculation by `number`, which counts within the sheet: 8 bytes a row instead of 37 for the id.
create table scorecard_calculations (
  workspace_id integer not null,
  sheet integer not null,
  number integer not null,
  id text not null,
  scorecard_id text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  sheet_revision integer not null,
  -- next_row_id of the sheet at that time. Rows with this id or a higher one were added later.
  next_row_id integer not null,
  -- Copies of steps and aggregation at that time.
  steps text not null,
  aggregation text not null,
  config_hash text not null,
  -- {row_ids, step_ids} that are calculated anew; null: all.
  scope text,
  -- [{row_ids, step_ids}] that were cancelled since.
  narrowed text not null,
  -- The calculation whose results are copied outside the scope.
  copied_from integer,
  open_batches integer not null,
  total_rows integer not null,
  scored_rows integer not null,
  pass_rows integer not null,
  warn_rows integer not null,
  fail_rows integer not null,
  error_rows integer not null,
  skipped_rows integer not null,
  score_sum real not null,
  score_count integer not null,
  criteria text,
  aggregate_score real,
  aggregate_verdict text,
  -- The calculation that drift was measured against.
  baseline integer,
  drift text,
  error text,
  created_at integer not null,
  started_at integer,
  completed_at integer,
  primary key (workspace_id, sheet, number),
  foreign key (workspace_id, scorecard_id) references scorecards (workspace_id, id)
) strict, without rowid;
create unique index scorecard_calculations_by_id on scorecard_calculations (workspace_id, id);
create index scorecard_calculations_completed on scorecard_calculations (workspace_id, sheet, scorecard_id, number)
  where status = 'completed';

-- Batches of a calculation. `done` keeps a repeated job from scoring a batch twice.
create table scorecard_batches (
  workspace_id integer not null,
  sheet integer not null,
  calculation integer not null,
  number integer not null,
  done integer not null,
  primary key (workspace_id, sheet, calculation, number)
) strict, without rowid;

create table scorecard_rows (
  workspace_id integer not null,
  sheet integer not null,
  calculation integer not null,
  row_id integer not null,
  score real,
  verdict text not null,
  -- By step id: score, verdict, evidence, raw value, message, hashes.
  steps text not null,
  -- 1: the result was computed from stale values.
  stale integer not null,
  error text,
  input_hash text not null,
  computed_at integer not null,
  primary key (workspace_id, sheet, calculation, row_id)
) strict, without rowid;
create index scorecard_rows_stale on scorecard_rows (workspace_id, sheet, calculation, row_id) where stale = 1;
