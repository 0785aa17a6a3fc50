import type { Endpoints, Query } from '../../../contract/index.ts'
import { badField, Refusal } from '../../../engine/refusal.ts'
import {
  alignmentKeys,
  ambiguousKeys,
  byRegression,
  comparePaired,
  compareRows,
  describeAmbiguous,
  notComparable,
  seededRandom,
} from '../../../engine/sheet/index.ts'
import type { Database } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { getSheet, type SheetAddress } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { addressOf } from './comparison-queries.ts'
import { type MeasuredRow, measureColumn } from './measure-column.ts'
import { measureScorecard } from './measure-scorecard.ts'
import { presentPaired } from './present-paired.ts'

type CompareQuery = Query<Endpoints['compareSheets']>

/** A fixed seed, so that results can be reproduced. */
const seed = 1

export const compareSheets: Handler<'compareSheets'> = async ({ store }, { caller, params, query }) => {
  const db = store.scan
  const { workspace } = caller
  const other = await otherSheet(db, workspace, params, query)
  const { before, after, lowerIsBetter, hashes } = await measureBoth(db, workspace, params, other, query)
  const isSameSheet = other.sheet_id.toLowerCase() === params.sheet_id.toLowerCase()
  const [keyedBefore, keyedAfter] = [rowsByKey(before, isSameSheet), rowsByKey(after, isSameSheet)]
  const { rows, counts } = compareRows(valuesOf(keyedBefore), valuesOf(keyedAfter), lowerIsBetter)
  const selected = query.change === undefined ? rows : rows.filter(({ change }) => change === query.change)
  const sortedRows = query.sort === 'regression' ? byRegression(selected, lowerIsBetter) : selected
  const keys =
    isSameSheet || query.key_column === undefined ? null : { before: keysOf(before), after: keysOf(after) }
  const ambiguous = keys && describeAmbiguous(keys.before, keys.after)
  const compared = comparePaired(
    valuesOf(keyedBefore),
    valuesOf(keyedAfter),
    seededRandom(seed),
    lowerIsBetter,
  )
  // The hashes are compared only within one sheet: scorecards of two sheets always differ, and the caller chose to
  // compare them.
  const comparison = presentPaired(
    isSameSheet && hashes[0] !== hashes[1] ? notComparable(compared) : compared,
  )
  return {
    success: true as const,
    measure: query.column === undefined ? ('scorecard' as const) : ('column' as const),
    lower_is_better: lowerIsBetter,
    counts: {
      improved: counts.improved,
      regressed: counts.regressed,
      same: counts.same,
      missing: counts.missing,
    },
    comparison: {
      ...comparison,
      text: ambiguous === null ? comparison.text : `${comparison.text}. ${ambiguous}`,
    },
    keys: keys && {
      repeated_before: keys.before.repeated,
      repeated_after: keys.after.repeated,
      without_before: keys.before.withoutKey,
      without_after: keys.after.withoutKey,
    },
    rows: sortedRows
      .slice(query.offset, query.offset + query.limit)
      .map(({ key, before, after, change }) => ({
        before,
        after,
        change,
        row_index: keyedBefore.get(key)?.index ?? null,
        with_row_index: keyedAfter.get(key)?.index ?? null,
      })),
    total_rows: sortedRows.length,
  }
}

async function otherSheet(
  db: Database,
  workspace: WorkspaceId,
  params: SheetAddress,
  { with_sheet_id }: CompareQuery,
): Promise<SheetAddress> {
  const { table_id, sheet_id } = params
  if (with_sheet_id === undefined) return { table_id, sheet_id }
  const address = await addressOf(db, workspace, with_sheet_id)
  if (!address) throw new Refusal('not_found', 'There is no such sheet.')
  return address
}

async function measureBoth(
  db: Database,
  workspace: WorkspaceId,
  address: SheetAddress,
  other: SheetAddress,
  query: CompareQuery,
) {
  // Checks first that both sheets exist.
  await getSheet(db, workspace, address)
  await getSheet(db, workspace, other)
  const { column, key_column } = query
  if (column === undefined) {
    if (query.version_id ?? query.with_version_id)
      throw badField('column', 'column: versions are compared by the values of a column.')
    const before = await measureScorecard(db, workspace, address, query.calculation_id, key_column)
    const after = await measureScorecard(db, workspace, other, query.with_calculation_id, key_column)
    const hashes = [before.configHash, after.configHash]
    return { before: before.rows, after: after.rows, hashes, lowerIsBetter: query.lower_is_better ?? false }
  }
  if (query.calculation_id ?? query.with_calculation_id)
    throw badField('column', 'column: leave the column out to compare calculations.')
  const before = await measureColumn(db, workspace, address, {
    column,
    key_column,
    version: query.version_id,
  })
  const after = await measureColumn(db, workspace, other, {
    column: query.with_column ?? column,
    key_column,
    version: query.with_version_id,
  })
  return {
    before: before.rows,
    after: after.rows,
    hashes: [],
    lowerIsBetter: query.lower_is_better ?? (before.lowerIsBetter || after.lowerIsBetter),
  }
}

type RowsByKey = ReadonlyMap<string, MeasuredRow>

/** Matches rows of one sheet by id. Matches rows of two sheets by the text of the key, or by index if there is no key. */
function rowsByKey(rows: readonly MeasuredRow[], sameSheet: boolean): RowsByKey {
  if (sameSheet) return new Map(rows.map((row) => [String(row.rowId), row]))
  const keys = alignmentKeys(rows.map(({ key }) => key))
  return new Map(rows.map((row, index) => [keys[index]!, row]))
}

const keysOf = (rows: readonly MeasuredRow[]) => ambiguousKeys(rows.map(({ key }) => key))

const valuesOf = (rows: RowsByKey): Map<string, number | null> =>
  new Map([...rows].map(([key, { value }]) => [key, value]))
