import type { Column } from '../../sheets/index.ts'
import type { Step } from './criteria.ts'

type Judging = Pick<Step, 'title' | 'primitive_type' | 'primitive_config' | 'source_column_ids'>

/** The column whose passes and failures are those of the step: the grid can be filtered by it. */
export function verdictColumnOf<One extends Pick<Column, 'id' | 'title' | 'type'>>(
  { title, primitive_type: type, primitive_config: config, source_column_ids: sources }: Judging,
  columns: readonly One[],
): One | undefined {
  const isOfColumn =
    type === 'COLUMN_AGGREGATE' || (type === 'COMPARE' && config['target'] === 'true' && sources.length === 1)
  if (isOfColumn) return columns.find(({ id }) => id === sources[0])
  return columns.find((column) => column.type === type && column.title === title)
}
