import type { Json } from '../../engine/columns/index.ts'
import type { Context } from '../context.ts'
import { chunksOf, type DatasetRow, type Tx } from '../db/index.ts'
import type { Lease } from '../jobs/index.ts'
import { describeRequest } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { columnsWith, rowText } from './add-row.ts'
import { findVersion, updateDataset } from './dataset-queries.ts'
import type { RequestFilling } from './filling.ts'
import { findGroup } from './group-queries.ts'
import { columnNamesOf } from './present.ts'
import { columnsOfNoRequests, requestValues } from './request-values.ts'
import { insertDatasetRows } from './row-queries.ts'

/** Requests in one transaction. */
const batchSize = 200
/** Requests that are read at the same time. */
const maxConcurrent = 16

export async function fillFromRequests(
  { store, now }: Context,
  lease: Lease,
  dataset: DatasetRow,
  { ids, variables, base }: RequestFilling,
): Promise<void> {
  let names: readonly string[] = columnNamesOf(dataset)
  if (ids.length === 0 && names.length === 0) {
    await lease.commit(async (tx) => {
      const columns = (await columnsBefore(tx, dataset)) ?? columnsOfNoRequests(variables)
      await updateDataset(tx, dataset, { column_names: JSON.stringify(columns), updated_at: now() })
    })
    return
  }
  for (let from = dataset.row_count - base; from < ids.length; from += batchSize) {
    lease.signal.throwIfAborted()
    const rows: ReadonlyMap<string, Json>[] = []
    const batch = ids.slice(from, from + batchSize)
    for (const chunk of chunksOf(batch, maxConcurrent)) rows.push(...(await Promise.all(chunk.map(valuesOf))))
    for (const row of rows) names = columnsWith(names, row)
    await lease.commit(async (tx) => {
      const texts = rows.map((row) => rowText(names, row))
      await insertDatasetRows(tx, dataset, base + from, texts)
      await updateDataset(tx, dataset, {
        column_names: JSON.stringify(names),
        row_count: base + from + rows.length,
        updated_at: now(),
      })
    })
  }

  /** A deleted request leaves an empty row. */
  async function valuesOf(id: number): Promise<ReadonlyMap<string, Json>> {
    const request = await describeRequest(store, lease.workspace, id)
    return request ? requestValues(request, variables) : new Map()
  }
}

/** The columns of the newest published version. A version without rows gets them, so that reports find their columns. */
async function columnsBefore(tx: Tx, { workspace_id, group_id }: DatasetRow): Promise<string[] | null> {
  const workspace = workspace_id as WorkspaceId
  const group = await findGroup(tx, workspace, group_id)
  if (!group || group.latest_version === 0) return null
  const newest = await findVersion(tx, workspace, group_id, group.latest_version)
  return newest ? columnNamesOf(newest) : null
}
