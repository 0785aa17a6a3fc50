import type { Answer } from '../../api/index.ts'
import type { Column } from '../../sheets/index.ts'

type Titled = Pick<Column, 'id' | 'title'>

/** The columns that count towards the score of a sheet, as the form of one column shows them. */
export interface Counting {
  readonly by: 'columns' | 'card' | 'configuration'
  /** Other columns that are marked as counting. */
  readonly marked: readonly Titled[]
  /** The columns that count because no column is marked, this one included. */
  readonly unmarked: readonly Titled[]
  /** The columns of `unmarked` that stop counting when this column is marked. */
  readonly displaced: readonly Titled[]
}

export function countingOf(
  score: Answer<'readSheetScore'> | undefined,
  columns: readonly Column[],
  column: Column | undefined,
): Counting {
  const marked = columns.filter(({ id, is_output_column }) => id !== column?.id && is_output_column)
  const by =
    score?.score_type === 'scorecard' ? 'card' : score?.score_configuration ? 'configuration' : 'columns'
  const isUnmarked = by === 'columns' && !columns.some(({ is_output_column }) => is_output_column)
  const scored = score?.columns.map(({ column_id }) => column_id) ?? []
  const unmarked = isUnmarked ? columns.filter(({ id }) => scored.includes(id)) : []
  return { by, marked, unmarked, displaced: unmarked.filter(({ id }) => id !== column?.id) }
}

export const titlesIn = (columns: readonly Titled[]): string => columns.map(({ title }) => title).join(', ')
