import type { DatasetGroupRow, DatasetRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { updateDataset } from './dataset-queries.ts'
import { setLatestVersion } from './group-queries.ts'

/** Gives the dataset the next version number. The caller must hold the group's lock. */
export async function publish(tx: Tx, group: DatasetGroupRow, dataset: DatasetRow, now: number) {
  const version_number = group.latest_version + 1
  await setLatestVersion(tx, group.workspace_id as WorkspaceId, group.id, version_number)
  await updateDataset(tx, dataset, { version_number, filling: null, updated_at: now })
}
