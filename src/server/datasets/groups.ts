import { Refusal } from '../../engine/refusal.ts'
import { recordAuthor } from '../authors/index.ts'
import type { DatasetGroupRow, DatasetRow, Store, Tx } from '../db/index.ts'
import { attachAll, listExternalIds } from '../external-ids/index.ts'
import { checkFolder } from '../folders/index.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { draftVersion, insertDataset } from './dataset-queries.ts'
import { insertGroup, nameIsTaken } from './group-queries.ts'
import { presentDataset, presentGroup } from './present.ts'

export const createDatasetGroup: Handler<'createDatasetGroup'> = async ({ store, now }, { caller, body }) => {
  const { workspace } = caller
  refuseOtherWorkspace(workspace, body.workspace_id)
  const create = () =>
    store.transact(async (tx) => {
      const time = now()
      if (body.folder_id != null) await checkFolder(tx, workspace, body.folder_id)
      const id = await store.nextId(tx, 'dataset_group_ids')
      const name = body.name ?? `Dataset ${id}`
      if (await nameIsTaken(tx, workspace, name)) throw nameTaken(name)
      const group: DatasetGroupRow = {
        workspace_id: workspace,
        id,
        name,
        folder_id: body.folder_id ?? null,
        latest_version: 0,
        created_at: time,
        updated_at: time,
        deleted_at: null,
      }
      await insertGroup(tx, group)
      const draft = await addDataset(store, tx, group, { version_number: draftVersion }, time)
      const entity = { kind: 'dataset-group', id } as const
      await recordAuthor(tx, caller, entity)
      await attachAll(tx, workspace, entity, body.external_ids ?? [], time)
      const externalIds = await listExternalIds(tx, workspace, entity)
      return {
        success: true as const,
        message: 'The dataset group was created.',
        dataset_group: presentGroup(group),
        dataset: presentDataset(draft, group, externalIds),
        external_ids: externalIds,
      }
    })
  try {
    return await create()
  } catch (error) {
    // A concurrent call has taken the name.
    if (store.isDuplicate(error)) throw nameTaken(body.name ?? '')
    throw error
  }
}

const nameTaken = (name: string) =>
  new Refusal('name_taken', `There is a dataset group called ${name} already.`)

/** Adds a dataset to a group. The dataset is empty unless `fields` set other values. */
export async function addDataset(
  store: Store,
  tx: Tx,
  group: DatasetGroupRow,
  fields: Partial<DatasetRow> & Pick<DatasetRow, 'version_number'>,
  now: number,
): Promise<DatasetRow> {
  const row: DatasetRow = {
    workspace_id: group.workspace_id,
    id: await store.nextId(tx, 'dataset_ids'),
    group_id: group.id,
    column_names: '[]',
    row_count: 0,
    filling: null,
    filter_params: null,
    failure: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    ...fields,
  }
  await insertDataset(tx, row)
  return row
}
