import { badField } from '../../../engine/refusal.ts'
import type { Database } from '../../db/index.ts'
import { displayOf } from '../../files/index.ts'
import { scanRows } from '../../sheets/index.ts'
import type { SheetAddress } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { latestCompleted, loadScorecard, resolveCalculation, selectScoresAfter } from '../scorecards/index.ts'
import { columnNamed, type MeasuredRow } from './measure-column.ts'

const rowsPerPage = 5000

/** The scores of rows in a calculation: the one that the caller named, or the latest completed one. */
export async function measureScorecard(
  db: Database,
  workspace: WorkspaceId,
  address: SheetAddress,
  calculationId: string | undefined,
  keyColumn: string | undefined,
): Promise<{ rows: MeasuredRow[]; configHash: string }> {
  const { loaded, scorecard } = await loadScorecard(db, workspace, address)
  const calculation =
    calculationId === undefined
      ? await latestCompleted(db, scorecard)
      : await resolveCalculation(db, loaded.sheet, scorecard, calculationId)
  if (!calculation)
    throw badField('column', 'column: the sheet has no calculation to compare; name a column.')
  const scores = new Map<number, number | null>()
  for (let after = 0; ; ) {
    const page = await selectScoresAfter(db, calculation, after, rowsPerPage)
    const last = page.at(-1)
    if (!last) break
    for (const { row_id, score } of page) scores.set(row_id, score)
    after = last.row_id
  }
  const by = keyColumn === undefined ? null : columnNamed(loaded.columns, keyColumn, 'key_column')
  const rows: MeasuredRow[] = []
  for await (const { rows: page, cells } of scanRows(db, loaded))
    for (const row of page)
      rows.push({
        rowId: row.id,
        index: row.index,
        key: by && displayOf(cells.content(by, row).value),
        value: scores.get(row.id) ?? null,
      })
  return { rows, configHash: calculation.config_hash }
}
