import { badField } from '../../../engine/refusal.ts'
import { type LoadedSheet, systemColumnsOf } from '../../sheets/storage/index.ts'

/**
 * Finds columns by id or title. An id that was stored before is accepted even if its column was deleted.
 * @throws Refusal 'bad_request' that names the field.
 */
export function knownColumns(
  columnNames: readonly string[],
  { columns }: LoadedSheet,
  before: readonly string[],
  field: string,
): readonly string[] {
  const allColumns = columns.flatMap((column) => [column, ...systemColumnsOf(column)])
  const names = new Set([...allColumns.flatMap(({ id, title }) => [id, title]), ...before])
  const position = columnNames.findIndex((name) => !names.has(name) && !names.has(name.toLowerCase()))
  if (position === -1) return columnNames
  const wrong = `${field}.${position}`
  throw badField(wrong, `${wrong}: the sheet has no such column.`)
}
