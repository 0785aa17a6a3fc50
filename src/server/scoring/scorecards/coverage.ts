import type { ScorecardCalculationRow } from '../../db/index.ts'
import type { Criterion } from './criteria.ts'

/** The coverage of a completed calculation, computed from its criteria. */
export function coverageOfCalculation(row: ScorecardCalculationRow) {
  if (row.status !== 'completed' || row.criteria === null) return null
  const criteria = Object.values(JSON.parse(row.criteria) as Record<string, Criterion>)
  const isOfColumn = (criterion: Criterion) => criterion.included_count !== undefined
  const ofColumns = criteria.filter(isOfColumn)
  const ofRows = criteria.filter((criterion) => !isOfColumn(criterion))
  const sum = (counted: readonly Criterion[], count: (criterion: Criterion) => number) =>
    counted.reduce((all, criterion) => all + count(criterion), 0)
  return {
    scored_rows:
      ofRows.length > 0 || ofColumns.length === 0
        ? row.scored_rows - row.skipped_rows - row.error_rows
        : Math.min(...ofColumns.map(countWithValue)),
    total_rows: row.total_rows,
    failed_cells:
      sum(ofRows, (criterion) => criterion.error_count) +
      sum(ofColumns, (criterion) => criterion.failed_count ?? 0),
    missing_cells:
      sum(ofRows, (criterion) => criterion.skipped_count) +
      sum(ofColumns, (criterion) => criterion.missing_count ?? criterion.excluded_count ?? 0),
  }
}

/** The number of rows whose cell has a value that counts for the step. */
const countWithValue = (criterion: Criterion): number => {
  const { included_count: included = 0, excluded_count: excluded = 0 } = criterion
  const { failed_count: failed = 0, missing_count: missing = excluded } = criterion
  return included + excluded - failed - missing
}
