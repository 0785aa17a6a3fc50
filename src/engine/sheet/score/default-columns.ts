import type { ScoreMeaning } from '../../columns/column.ts'

export interface ScorableColumn {
  readonly id: string
  readonly meaning: ScoreMeaning
  readonly isOutput: boolean
  readonly system: boolean
}

/**
 * Candidates for scoring without a configuration, in order: output columns with a meaning for scores, boolean columns,
 * numeric columns. Prices and latencies are left out. The first candidate with a score wins, so that an output of
 * prose does not hide its checks. Source: columns.md 1.33.
 */
export function defaultColumns(columns: readonly ScorableColumn[]): readonly (readonly string[])[] {
  return [scorable(columns).filter(({ isOutput }) => isOutput), ...unmarkedChoices(columns)]
    .filter((choice) => choice.length > 0)
    .map((choice) => choice.map(({ id }) => id))
}

/** The columns that would be scored if no column was marked as output, and are not, because others are. */
export function displacedColumns(
  columns: readonly ScorableColumn[],
  scored: readonly string[],
): readonly string[] {
  const isByOutputs = scored.some((id) => columns.some((column) => column.id === id && column.isOutput))
  const [unmarked = []] = unmarkedChoices(columns).filter((choice) => choice.length > 0)
  return isByOutputs ? unmarked.map(({ id }) => id).filter((id) => !scored.includes(id)) : []
}

const scorable = (columns: readonly ScorableColumn[]) =>
  columns.filter(({ system, meaning }) => !system && meaning !== 'none')

/** The choices of columns without marks, best first: booleans, then numbers. */
const unmarkedChoices = (columns: readonly ScorableColumn[]) => [
  scorable(columns).filter(({ meaning }) => meaning === 'boolean'),
  scorable(columns).filter(({ meaning }) => meaning === 'number' || meaning === 'lower-is-better'),
]

/** The first candidate with a score; else the first candidate. */
export function firstScored<T>(
  choices: readonly (readonly T[])[],
  score: (column: T) => number | null,
): readonly T[] {
  return choices.find((choice) => choice.some((column) => score(column) !== null)) ?? choices[0] ?? []
}
