import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { DatasetRow, Tx } from '../db/index.ts'
import type { JobHandler, Lease } from '../jobs/index.ts'
import { ImportFailure } from '../sheet-files/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { findDataset, updateDataset } from './dataset-queries.ts'
import { fillFromFile } from './fill-from-file.ts'
import { fillFromRequests } from './fill-from-requests.ts'
import { type CopyFilling, fillingOf } from './filling.ts'
import { lockGroup } from './group-queries.ts'
import { publish } from './publish.ts'
import { copyRows } from './row-queries.ts'

export const fillJob = 'dataset-fill'

interface Payload {
  readonly dataset: number
}

/** Rows per transaction. */
const batchSize = 2000

/** Fills a dataset with rows. The row count is written with the rows, so a retry continues after them. */
export const fillDatasets = (context: Context): JobHandler => ({
  kind: fillJob,
  async run(lease) {
    const { dataset: id } = lease.payload as Payload
    const dataset = await findDataset(context.store.db, lease.workspace, id)
    const filling = dataset && fillingOf(dataset)
    if (!filling) return { kind: 'done' }
    try {
      if (filling.kind === 'copy') await copy(context, lease, dataset, filling)
      else if (filling.kind === 'file') await fillFromFile(context, lease, dataset, filling)
      else await fillFromRequests(context, lease, dataset, filling)
      await lease.commit((tx) => finish(context, tx, lease.workspace, id))
    } catch (error) {
      if (!(error instanceof ImportFailure || error instanceof Refusal)) throw error
      await lease.commit((tx) => fail(context, tx, lease.workspace, id, error.message))
    }
    return { kind: 'done' }
  },
  failed: (tx, { workspace, payload }) =>
    fail(
      context,
      tx,
      workspace,
      (payload as Payload).dataset,
      'The dataset could not be filled because of an internal error.',
    ),
})

async function copy(context: Context, lease: Lease, dataset: DatasetRow, { source: sourceId }: CopyFilling) {
  const { store, now } = context
  const source = (await findDataset(store.db, lease.workspace, sourceId))!
  for (let from = dataset.row_count; from < source.row_count; from += batchSize) {
    lease.signal.throwIfAborted()
    await lease.commit(async (tx) => {
      await copyRows(tx, dataset, source.id, from, from + batchSize)
      const row_count = Math.min(from + batchSize, source.row_count)
      await updateDataset(tx, dataset, { row_count, updated_at: now() })
    })
  }
}

/** Reads the dataset again under the lock, because the draft may have been saved meanwhile. */
async function finish(context: Context, tx: Tx, workspace: WorkspaceId, id: number) {
  const dataset = await findDataset(tx, workspace, id)
  if (!dataset) return
  const time = context.now()
  const group = await lockGroup(tx, workspace, dataset.group_id, time)
  const locked = (await findDataset(tx, workspace, id))!
  await removeUpload(context, tx, locked)
  if (group && fillingOf(locked)?.publish) await publish(tx, group, locked, time)
  else await updateDataset(tx, locked, { filling: null, updated_at: time })
}

async function fail(context: Context, tx: Tx, workspace: WorkspaceId, id: number, failure: string) {
  const dataset = await findDataset(tx, workspace, id)
  if (!dataset) return
  await removeUpload(context, tx, dataset)
  await updateDataset(tx, dataset, { filling: null, failure, updated_at: context.now() })
}

async function removeUpload({ uploads }: Context, tx: Tx, dataset: DatasetRow) {
  const filling = fillingOf(dataset)
  if (filling?.kind === 'file') await uploads.remove(tx, dataset.workspace_id as WorkspaceId, filling.upload)
}
