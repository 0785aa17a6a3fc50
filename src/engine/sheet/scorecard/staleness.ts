import type { Step } from './step.ts'

/** The scorecard that a calculation used. */
export interface CalculationBasis {
  /** The result of `scorecardHash`. */
  readonly configHash: string
  /** `configHash` of each step. */
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

/** Changes of the sheet since the calculation, as present row indexes. */
export interface RowChanges {
  readonly changed: readonly number[]
  /** Rows that were scored from stale values. */
  readonly stale: readonly number[]
  readonly added: readonly number[]
  readonly removed: number
  /** Rows with a step that the calculation left out. */
  readonly leftOut: readonly number[]
}

/** Ids of whole steps. */
export interface StepChanges {
  /** Steps that read deleted columns. */
  readonly changed: ReadonlySet<string>
  /** Steps that the calculation left out, in all rows or in some. */
  readonly leftOut: ReadonlySet<string>
}

/** Reasons why a calculation now would give another result; the old result stays visible. */
export function staleState(
  basis: CalculationBasis,
  steps: readonly Step[],
  configHash: string,
  rows: RowChanges,
  { changed: sourceless, leftOut }: StepChanges,
): StaleState {
  const changed = steps.filter(({ id, configHash: hash }) => (basis.steps.get(id) ?? hash) !== hash)
  const added = steps.filter(({ id }) => !basis.steps.has(id))
  const removed = [...basis.steps.keys()].filter((id) => !steps.some((step) => step.id === id))
  const structural = changed.length + added.length + removed.length > 0
  const all: readonly (readonly [StaleReason, boolean])[] = [
    ['steps_changed', changed.length > 0],
    ['steps_added', added.length > 0],
    ['steps_removed', removed.length > 0],
    // Weights and thresholds are in the hash of the scorecard and not in the hash of a step.
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
