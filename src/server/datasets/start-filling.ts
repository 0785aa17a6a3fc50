import type { Context } from '../context.ts'
import type { DatasetGroupRow, DatasetRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { fillJob } from './fill-job.ts'
import { type Filling, fillRun } from './filling.ts'
import { addDataset } from './groups.ts'

/** Creates a dataset that a job fills. The caller must wake the job workers after the commit. */
export async function startFilling(
  { store, jobs }: Pick<Context, 'store' | 'jobs'>,
  tx: Tx,
  group: DatasetGroupRow,
  filling: Filling,
  fields: Partial<DatasetRow> & Pick<DatasetRow, 'version_number'>,
  now: number,
): Promise<DatasetRow> {
  const row = await addDataset(store, tx, group, { ...fields, filling: JSON.stringify(filling) }, now)
  await enqueueFilling({ jobs }, tx, row)
  return row
}

export async function enqueueFilling(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  { workspace_id, id }: Pick<DatasetRow, 'workspace_id' | 'id'>,
): Promise<void> {
  const job = { kind: fillJob, run: fillRun(id), turn: 0, payload: { dataset: id } }
  await jobs.enqueue(tx, workspace_id as WorkspaceId, [job])
}
