import { type ColumnTypeName, columnTypes } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { ReportColumn } from '../../engine/report/index.ts'
import type { ReportColumnRow } from '../db/index.ts'

export type Config = Readonly<Record<string, unknown>>

/** The type of columns that show a dataset column. */
export const datasetType = 'DATASET'

export const isComputed = ({ column_type }: Pick<ReportColumnRow, 'column_type'>) =>
  column_type !== datasetType

export const configOf = ({ configuration }: Pick<ReportColumnRow, 'configuration'>): Config =>
  parseExact(configuration) as Config

/** The computed columns in the form of the engine. */
export const computedColumns = (columns: readonly ReportColumnRow[]): ReportColumn[] =>
  columns.filter(isComputed).map((row) => ({
    id: row.id,
    name: row.name,
    type: row.column_type,
    config: configOf(row),
  }))

/** Column types that reports cannot have. */
const sheetTypes = new Set(['TEXT', 'COMPOSITION', 'TRACE'])

/** Reads the type of a report column. @throws Refusal `bad_request` */
export function readType(typeName: string): ColumnTypeName {
  const type = typeName.toUpperCase()
  if (type === 'CODING_AGENT')
    throw new Refusal('bad_request', 'column_type: there is no coding agent on this server.')
  if (sheetTypes.has(type) || type === datasetType || !Object.hasOwn(columnTypes, type))
    throw new Refusal('bad_request', `column_type: ${typeName.slice(0, 64)} is not a column type of reports.`)
  return type as ColumnTypeName
}
