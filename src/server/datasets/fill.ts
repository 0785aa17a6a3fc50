import type { Context } from '../context.ts'
import type { DatasetRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { JobHandler, Lease } from '../jobs/index.ts'
import { findDataset, updateDataset } from './dataset-queries.ts'
import { fillingOf } from './filling.ts'
import { lockGroup } from './group-queries.ts'
import { publish } from './publish.ts'
import { copyRows } from './row-queries.ts'

export const fillJob = 'dataset-fill'

interface Payload {
  readonly dataset: number
}

/** Rows of one transaction. */
const rowsAtOnce = 2000

/**
 * Brings rows into a dataset. How many there are stands beside them, in the same transaction: whoever takes it up
 * again goes on behind them.
 */
export const fillDatasets = (context: Context): JobHandler => ({
  kind: fillJob,
  async run(lease) {
    const { dataset: id } = lease.payload as Payload
    const dataset = await findDataset(context.store.db, lease.workspace, id)
    const filling = dataset && fillingOf(dataset)
    if (filling) await copy(context, lease, dataset, filling.source)
    return { kind: 'done' }
  },
  failed: (tx, { workspace, payload, error }) =>
    giveUp(context, tx, workspace, (payload as Payload).dataset, error),
})

async function copy(context: Context, lease: Lease, dataset: DatasetRow, sourceId: number) {
  const { store, now } = context
  const source = (await findDataset(store.db, lease.workspace, sourceId))!
  for (let from = dataset.row_count; from < source.row_count; from += rowsAtOnce) {
    lease.signal.throwIfAborted()
    await lease.commit(async (tx) => {
      await copyRows(tx, dataset, source.id, from, from + rowsAtOnce)
      const row_count = Math.min(from + rowsAtOnce, source.row_count)
      await updateDataset(tx, dataset, { row_count, updated_at: now() })
    })
  }
  await lease.commit((tx) => finish(context, tx, lease.workspace, dataset.id))
}

/** Looks again under the lock whether it was saved meanwhile. */
async function finish({ now }: Context, tx: Tx, workspace: WorkspaceId, id: number) {
  const dataset = await findDataset(tx, workspace, id)
  if (!dataset) return
  const time = now()
  const group = await lockGroup(tx, workspace, dataset.group_id, time)
  const filling = fillingOf((await findDataset(tx, workspace, id))!)
  if (group && filling?.publish) await publish(tx, group, dataset, time)
  else await updateDataset(tx, dataset, { filling: null, updated_at: time })
}

async function giveUp({ now }: Context, tx: Tx, workspace: WorkspaceId, id: number, error: string) {
  const dataset = await findDataset(tx, workspace, id)
  if (dataset) await updateDataset(tx, dataset, { filling: null, failure: error, updated_at: now() })
}
