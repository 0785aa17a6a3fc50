import type { ReportColumnRow, ReportRow, Store, Tx } from '../db/index.ts'
import { datasetType } from './columns-of.ts'

/** The columns of a dataset as the first columns of a report. */
export async function datasetColumns(
  store: Store,
  tx: Tx,
  report: Pick<ReportRow, 'workspace_id' | 'id'>,
  names: readonly string[],
): Promise<ReportColumnRow[]> {
  const rows: ReportColumnRow[] = []
  for (const [index, name] of names.entries())
    rows.push({
      workspace_id: report.workspace_id,
      id: await store.nextId(tx, 'report_column_ids'),
      report_id: report.id,
      column_type: datasetType,
      name,
      position: index + 1,
      is_part_of_score: 0,
      configuration: '{}',
      score: null,
    })
  return rows
}
