import type { ScoreMeaning } from '../../columns/column.ts'

export interface ScorableColumn {
  readonly id: string
  readonly meaning: ScoreMeaning
  readonly isOutput: boolean
  readonly system: boolean
}

/**
 * What is scored when nobody said, in the order in which it is tried: output columns that may have a meaning for
 * scores, every column of true and false, every column of numbers. Never prices and latencies. The first of which
 * a column has a score counts: an output that is prose does not hide the checks of it. Source: columns.md 1.33.
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

/** The first choice of which something has a score; else the first. */
export function firstScored<T>(
  choices: readonly (readonly T[])[],
  score: (one: T) => number | null,
): readonly T[] {
  return choices.find((choice) => choice.some((one) => score(one) !== null)) ?? choices[0] ?? []
}
