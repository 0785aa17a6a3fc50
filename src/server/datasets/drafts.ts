import { Refusal } from '../../engine/refusal.ts'
import type { Handler } from '../http/handler.ts'
import { Answer } from '../http/handler.ts'
import { noDataset, noDraft, noGroup } from './absent.ts'
import { draftVersion, findDataset, findDraft, updateDataset } from './dataset-queries.ts'
import { fillingOf } from './filling.ts'
import { lockGroup } from './group-queries.ts'
import { addDataset } from './groups.ts'
import { publish } from './publish.ts'
import { startFilling } from './start-filling.ts'

export const createDraftDataset: Handler<'createDraftDataset'> = async (context, { caller, body }) => {
  const { store, jobs, now } = context
  const { workspace } = caller
  const sourceId = body.source_dataset_id ?? null
  const draft = await store.transact(async (tx) => {
    const time = now()
    const group = await lockGroup(tx, workspace, body.dataset_group_id, time)
    if (!group) throw noGroup()
    if (await findDraft(tx, workspace, group.id))
      throw new Refusal('conflict', 'The dataset group has a draft already; save it first.')
    if (sourceId === null) return addDataset(store, tx, group, { version_number: draftVersion }, time)
    const source = await findDataset(tx, workspace, sourceId)
    if (!source || source.group_id !== group.id || source.version_number < 1) throw noDataset()
    const filling = { kind: 'copy', source: source.id, publish: false } as const
    const fields = { version_number: draftVersion, column_names: source.column_names }
    return startFilling(context, tx, group, filling, fields, time)
  })
  if (sourceId === null)
    return new Answer(201, {
      success: true as const,
      message: 'The draft was made.',
      draft_dataset_id: draft.id,
    })
  jobs.wake()
  const message = 'The draft was made; its rows are being copied.'
  return new Answer(202, { success: true as const, message, draft_dataset_id: draft.id })
}

/** If a job is still filling the draft, the job publishes the draft after the last row. */
export const saveDraftDataset: Handler<'saveDraftDataset'> = async ({ store, now }, { caller, body }) =>
  store.transact(async (tx) => {
    const time = now()
    const group = await lockGroup(tx, caller.workspace, body.dataset_group_id, time)
    if (!group) throw noGroup()
    const draft = await findDraft(tx, caller.workspace, group.id)
    const filling = draft && fillingOf(draft)
    if (!draft || filling?.publish) throw noDraft()
    if (filling) await updateDataset(tx, draft, { filling: JSON.stringify({ ...filling, publish: true }) })
    else await publish(tx, group, draft, time)
    return { success: true as const, message: 'The draft is being saved.', draft_dataset_id: draft.id }
  })
