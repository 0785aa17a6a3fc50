-- reads-from: 14
-- How a sheet is scored: one configuration, and what came of it.
create table sheet_scores (
  workspace_id bigint not null,
  sheet bigint not null,
  id text not null,
  score_type text not null,
  score_config text not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, sheet),
  foreign key (workspace_id, sheet) references sheets (workspace_id, number)
);

-- Ids grow with time, so the latest comes last.
create table score_calculations (
  workspace_id bigint not null,
  sheet bigint not null,
  id text not null,
  score_type text not null,
  score_config text not null,
  -- version_count of the sheet when it was asked for.
  sheet_revision bigint not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed')),
  overall_score double precision,
  result text,
  error text,
  created_at bigint not null,
  completed_at bigint,
  primary key (workspace_id, sheet, id),
  foreign key (workspace_id, sheet) references sheets (workspace_id, number)
);

create table scorecards (
  workspace_id bigint not null,
  id text not null,
  sheet bigint not null,
  name text not null,
  evaluated_column_ids text not null,
  aggregation text not null,
  steps text not null,
  display_config text,
  baseline_config text,
  config_hash text not null,
  -- How many calculations the sheet has had, those of deleted scorecards too.
  calculations bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, sheet) references sheets (workspace_id, number)
);
create unique index scorecards_alive on scorecards (workspace_id, sheet) where deleted_at is null;
create index scorecards_by_sheet on scorecards (workspace_id, sheet, created_at);

-- `number` counts within the sheet and stands for the calculation in its rows: 8 bytes instead of 37.
create table scorecard_calculations (
  workspace_id bigint not null,
  sheet bigint not null,
  number bigint not null,
  id text not null,
  scorecard_id text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  sheet_revision bigint not null,
  -- The sheet's at that time: rows with this id or a higher one came later.
  next_row_id bigint not null,
  -- Steps and aggregation as they were.
  steps text not null,
  aggregation text not null,
  config_hash text not null,
  -- {row_ids, step_ids}: what is calculated anew; null when everything is.
  scope text,
  -- [{row_ids, step_ids}]: what was cancelled since.
  narrowed text not null,
  -- The calculation whose results are kept where the scope does not reach.
  copied_from bigint,
  open_batches bigint not null,
  total_rows bigint not null,
  scored_rows bigint not null,
  pass_rows bigint not null,
  warn_rows bigint not null,
  fail_rows bigint not null,
  error_rows bigint not null,
  skipped_rows bigint not null,
  score_sum double precision not null,
  score_count bigint not null,
  criteria text,
  aggregate_score double precision,
  aggregate_verdict text,
  -- What drift was measured against.
  baseline bigint,
  drift text,
  error text,
  created_at bigint not null,
  started_at bigint,
  completed_at bigint,
  primary key (workspace_id, sheet, number),
  foreign key (workspace_id, scorecard_id) references scorecards (workspace_id, id)
);
create unique index scorecard_calculations_by_id on scorecard_calculations (workspace_id, id);
create index scorecard_calculations_completed on scorecard_calculations (workspace_id, sheet, scorecard_id, number)
  where status = 'completed';

-- A batch is done once, whatever its job lived through.
create table scorecard_batches (
  workspace_id bigint not null,
  sheet bigint not null,
  calculation bigint not null,
  number bigint not null,
  done bigint not null,
  primary key (workspace_id, sheet, calculation, number)
);

create table scorecard_rows (
  workspace_id bigint not null,
  sheet bigint not null,
  calculation bigint not null,
  row_id bigint not null,
  score double precision,
  verdict text not null,
  -- By step id: score, verdict, evidence, raw value, message, hashes.
  steps text not null,
  -- 1 when it was scored with values that were stale themselves.
  stale bigint not null,
  error text,
  input_hash text not null,
  computed_at bigint not null,
  primary key (workspace_id, sheet, calculation, row_id)
);
create index scorecard_rows_stale on scorecard_rows (workspace_id, sheet, calculation, row_id) where stale = 1;
