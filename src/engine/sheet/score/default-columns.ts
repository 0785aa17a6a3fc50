import type { ScoreMeaning } from '../../columns/column.ts'

export interface ScorableColumn {
  readonly id: string
  readonly meaning: ScoreMeaning
  readonly isOutput: boolean
  readonly system: boolean
}

/**
 * What is scored when nobody said: output columns that have a meaning for scores; else every column of true
 * and false, else every column of numbers. Never prices and latencies. Source: columns.md 1.33.
 */
export function defaultColumns(columns: readonly ScorableColumn[]): string[] {
  const open = columns.filter(({ system, meaning }) => !system && meaning !== 'none')
  const choices = [
    open.filter(({ isOutput }) => isOutput),
    open.filter(({ meaning }) => meaning === 'boolean'),
    open.filter(({ meaning }) => meaning === 'number' || meaning === 'lower-is-better'),
  ]
  return (choices.find((choice) => choice.length > 0) ?? []).map(({ id }) => id)
}
