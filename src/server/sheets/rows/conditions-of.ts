import { Refusal } from '../../../engine/refusal.ts'
import {
  isOfOtherVersion,
  type PromptVersion,
  type QueriedCell,
  rowCondition,
  storedVersion,
} from '../../../engine/sheet/index.ts'
import type { RowOperator } from '../../../engine/sheet/rows/row-operators.ts'
import type { Database, SheetColumnRow } from '../../db/index.ts'
import { displayOf } from '../../files/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { type CurrentVersions, currentVersions } from '../columns/current-versions.ts'
import type { LoadedSheet } from '../storage/load-sheet.ts'
import type { CellContent } from '../storage/present.ts'

export interface RowFilter {
  readonly column_id: string
  readonly operator: RowOperator
  readonly value?: string | undefined
}

/** Finds the column of a filter. @throws Refusal 'invalid' that names the field. */
export function queriedColumn(
  columns: readonly SheetColumnRow[],
  id: string,
  ...loc: (string | number)[]
): SheetColumnRow {
  const column = columns.find((column) => column.id === id.toLowerCase())
  if (!column) throw new Refusal('invalid', 'The sheet has no such column.', { loc })
  return column
}

const readsVersion = ({ operator }: RowFilter): boolean => operator === 'other_version'

/** The filters of a call, with the prompt versions that their columns use now. */
export async function conditionsNow(
  db: Database,
  workspace: WorkspaceId,
  { columns }: LoadedSheet,
  filters: readonly RowFilter[],
  loc?: readonly string[],
) {
  const ids = new Set(filters.filter(readsVersion).map(({ column_id }) => column_id.toLowerCase()))
  const versionColumns = columns.filter(({ id }) => ids.has(id))
  return conditionsOf(columns, filters, loc, await currentVersions(db, workspace, versionColumns))
}

const unknownVersions: CurrentVersions = new Map()

/** The filters of a call: their columns and tests. */
export const conditionsOf = (
  columns: readonly SheetColumnRow[],
  filters: readonly RowFilter[],
  loc: readonly string[] = ['body'],
  versions: CurrentVersions = unknownVersions,
) => {
  const conditions = filters.map(({ column_id, operator, value }, index) => {
    const matchesCell = rowCondition(operator, value, [...loc, 'filters', index, 'value'])
    return { column: queriedColumn(columns, column_id, ...loc, 'filters', index, 'column_id'), matchesCell }
  })
  return {
    columns: conditions.map(({ column }) => column),
    /** True if the tests need the metrics of cells. */
    readMetrics: filters.some(readsVersion),
    /** True if a row passes all filters. */
    matches: (contentOf: (column: SheetColumnRow) => CellContent): boolean =>
      conditions.every(({ column, matchesCell }) =>
        matchesCell(asQueried(contentOf(column), versions.get(column.id) ?? null)),
      ),
  }
}

export const asQueried = (
  { status, value, metrics }: CellContent,
  current: PromptVersion | null,
): QueriedCell => ({
  status,
  value,
  text: displayOf(value) ?? '',
  isOfOtherVersion: value !== null && isOfOtherVersion(storedVersion(metrics), current),
})
