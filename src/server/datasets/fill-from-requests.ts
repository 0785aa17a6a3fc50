import type { Json } from '../../engine/columns/index.ts'
import type { Context } from '../context.ts'
import type { DatasetRow } from '../db/index.ts'
import type { Lease } from '../jobs/index.ts'
import { describeRequest } from '../requests/index.ts'
import { columnsWith, rowText } from './add-row.ts'
import { updateDataset } from './dataset-queries.ts'
import type { RequestFilling } from './filling.ts'
import { columnNamesOf } from './present.ts'
import { requestValues } from './request-values.ts'
import { insertRows } from './row-queries.ts'

/** Requests of one transaction, and of them those that are read at the same time. */
const requestsAtOnce = 200
const readAtOnce = 16

export async function fillFromRequests(
  { store, now }: Context,
  lease: Lease,
  dataset: DatasetRow,
  { ids, variables, base }: RequestFilling,
): Promise<void> {
  let names: readonly string[] = columnNamesOf(dataset)
  for (let done = dataset.row_count - base; done < ids.length; done += requestsAtOnce) {
    lease.signal.throwIfAborted()
    const rows: ReadonlyMap<string, Json>[] = []
    const some = ids.slice(done, done + requestsAtOnce)
    for (let at = 0; at < some.length; at += readAtOnce)
      rows.push(...(await Promise.all(some.slice(at, at + readAtOnce).map(valuesOf))))
    for (const row of rows) names = columnsWith(names, row)
    await lease.commit(async (tx) => {
      const texts = rows.map((row) => rowText(names, row))
      await insertRows(tx, dataset, base + done, texts)
      await updateDataset(tx, dataset, {
        column_names: JSON.stringify(names),
        row_count: base + done + rows.length,
        updated_at: now(),
      })
    })
  }

  /** One that is gone since keeps its place. */
  async function valuesOf(id: number): Promise<ReadonlyMap<string, Json>> {
    const request = await describeRequest(store, lease.workspace, id)
    return request ? requestValues(request, variables) : new Map()
  }
}
