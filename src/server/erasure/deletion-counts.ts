import type { PersonDeletionCounts } from '../../contract/index.ts'

export const noCounts: PersonDeletionCounts = {
  requests: 0,
  traces: 0,
  spans: 0,
  scores: 0,
  comments: 0,
  notifications: 0,
  views: 0,
  log_records: 0,
  idempotency_keys: 0,
  sheet_rows: 0,
  cached_results: 0,
  dataset_rows: 0,
  report_rows: 0,
  stored_searches: 0,
  release_notes: 0,
  playground_cases: 0,
  input_variable_sets: 0,
  workflow_runs: 0,
  earlier_columns: 0,
  uploads: 0,
  audit_events: 0,
}

export function addCounts(
  counts: PersonDeletionCounts,
  more: Partial<PersonDeletionCounts>,
): PersonDeletionCounts {
  const sum = { ...counts }
  // A deletion that an older version began has no count of newer kinds.
  for (const [kind, count] of Object.entries(more) as [keyof PersonDeletionCounts, number][])
    sum[kind] = (sum[kind] ?? 0) + count
  return sum
}
