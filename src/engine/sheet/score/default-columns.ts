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
  const open = columns.filter(({ system, meaning }) => !system && meaning !== 'none')
  const choices = [
    open.filter(({ isOutput }) => isOutput),
    open.filter(({ meaning }) => meaning === 'boolean'),
    open.filter(({ meaning }) => meaning === 'number' || meaning === 'lower-is-better'),
  ]
  return choices.filter((choice) => choice.length > 0).map((choice) => choice.map(({ id }) => id))
}

/** The first candidate with a score; else the first candidate. */
export function firstScored<T>(
  choices: readonly (readonly T[])[],
  score: (one: T) => number | null,
): readonly T[] {
  return choices.find((choice) => choice.some((one) => score(one) !== null)) ?? choices[0] ?? []
}
