import { type ColumnTypeName, columnTypes, readSentConfig } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/exact-number.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { ReportColumn } from '../../engine/report/index.ts'
import type { ReportColumnRow } from '../db/index.ts'

export type Config = Readonly<Record<string, unknown>>

/** A column that shows one of the dataset. */
export const datasetType = 'DATASET'

export const isComputed = ({ column_type }: Pick<ReportColumnRow, 'column_type'>) =>
  column_type !== datasetType

export const configOf = ({ configuration }: Pick<ReportColumnRow, 'configuration'>): Config =>
  parseExact(configuration) as Config

/** Those that are computed, as the engine knows them. */
export const computedColumns = (columns: readonly ReportColumnRow[]): ReportColumn[] =>
  columns.filter(isComputed).map((row) => ({
    id: row.id,
    name: row.name,
    type: row.column_type,
    config: configOf(row),
  }))

/** Types of sheets alone. */
const elsewhere = new Set(['TEXT', 'COMPOSITION', 'TRACE'])

/** The type, when a report can have a column of it. @throws Refusal 'bad_request' */
export function readType(sent: string): ColumnTypeName {
  const type = sent.toUpperCase()
  if (type === 'CODING_AGENT')
    throw new Refusal('bad_request', 'column_type: there is no coding agent on this server.')
  if (elsewhere.has(type) || type === datasetType || !Object.hasOwn(columnTypes, type))
    throw new Refusal('bad_request', `column_type: ${sent.slice(0, 64)} is none that a report can have.`)
  return type as ColumnTypeName
}

/** The configuration in the canonical spelling. @throws Refusal 'bad_request' that names the field. */
export const readConfig = (type: ColumnTypeName, sent: Config): Config => readSentConfig(type, sent)
