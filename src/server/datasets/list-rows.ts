import { refuseOtherWorkspace } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { noDataset } from './absent.ts'
import { findDataset } from './dataset-queries.ts'
import { cellsOf, columnNamesOf } from './present.ts'
import { countRowsContaining, selectRowsBetween, selectRowsContaining } from './row-queries.ts'

export const listDatasetRows: Handler<'listDatasetRows'> = async ({ store }, { caller, params, query }) => {
  const { workspace } = caller
  const { page, per_page, q } = query
  refuseOtherWorkspace(workspace, query.workspace_id)
  const dataset = await findDataset(store.db, workspace, params.dataset_id)
  if (!dataset) throw noDataset()
  const columns = columnNamesOf(dataset)
  const offset = (page - 1) * per_page
  const total = q ? await countRowsContaining(store.scan, workspace, dataset.id, q) : dataset.row_count
  const rows = q
    ? await selectRowsContaining(store.scan, workspace, dataset.id, q, { offset, limit: per_page })
    : await selectRowsBetween(store.db, workspace, dataset.id, offset, offset + per_page)
  return {
    success: true as const,
    message: 'These are rows of the dataset.',
    columns,
    rows: rows.map(({ cells }) =>
      cellsOf(cells, columns.length).map((value) => ({ type: 'dataset' as const, value })),
    ),
    page,
    per_page,
    total,
    pages: Math.ceil(total / per_page),
  }
}
