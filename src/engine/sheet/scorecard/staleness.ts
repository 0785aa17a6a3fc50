import type { Step } from './step.ts'

/** What a calculation was made of. */
export interface CalculationBasis {
  /** Of `scorecardHash`. */
  readonly configHash: string
  /** Each step's `configHash`. */
  readonly steps: ReadonlyMap<string, string>
}

export type StaleReason =
  | 'steps_changed'
  | 'steps_added'
  | 'steps_removed'
  | 'aggregation_changed'
  | 'source_cells_changed'
  | 'source_cells_stale'
  | 'rows_added'
  | 'rows_removed'
  | 'steps_left_out'

export interface StaleState {
  readonly isStale: boolean
  readonly reasons: readonly StaleReason[]
  readonly stepIds: readonly string[]
  readonly rowIndexes: readonly number[]
}

/** What has happened to the sheet since the calculation, as indexes of today's rows. */
export interface RowsSince {
  readonly changed: readonly number[]
  /** Rows that were scored with values that were stale themselves. */
  readonly stale: readonly number[]
  readonly added: readonly number[]
  readonly removed: number
  /** Rows for which a step was left out of the calculation. */
  readonly leftOut: readonly number[]
}

/** Steps as a whole, by id. */
export interface StepsSince {
  /** They read columns that are not there any more. */
  readonly changed: ReadonlySet<string>
  /** They were left out of the calculation, in all rows or in some. */
  readonly leftOut: ReadonlySet<string>
}

/** Why the shown result is not what a calculation now would come to; the result stays visible. */
export function staleState(
  basis: CalculationBasis,
  steps: readonly Step[],
  configHash: string,
  rows: RowsSince,
  { changed: sourceless, leftOut }: StepsSince,
): StaleState {
  const changed = steps.filter(({ id, configHash: hash }) => (basis.steps.get(id) ?? hash) !== hash)
  const added = steps.filter(({ id }) => !basis.steps.has(id))
  const removed = [...basis.steps.keys()].filter((id) => !steps.some((step) => step.id === id))
  const structural = changed.length + added.length + removed.length > 0
  const all: readonly (readonly [StaleReason, boolean])[] = [
    ['steps_changed', changed.length > 0],
    ['steps_added', added.length > 0],
    ['steps_removed', removed.length > 0],
    // Weights and thresholds are in the scorecard's hash and in no step's.
    ['aggregation_changed', !structural && configHash !== basis.configHash],
    ['source_cells_changed', rows.changed.length + sourceless.size > 0],
    ['source_cells_stale', rows.stale.length > 0],
    ['rows_added', rows.added.length > 0],
    ['rows_removed', rows.removed > 0],
    ['steps_left_out', rows.leftOut.length + leftOut.size > 0],
  ]
  const reasons = all.filter(([, holds]) => holds).map(([reason]) => reason)
  return {
    isStale: reasons.length > 0,
    reasons,
    stepIds: [...new Set([...[...changed, ...added].map(({ id }) => id), ...sourceless, ...leftOut])],
    rowIndexes: [...new Set([...rows.changed, ...rows.stale, ...rows.added, ...rows.leftOut])].sort(
      (a, b) => a - b,
    ),
  }
}
