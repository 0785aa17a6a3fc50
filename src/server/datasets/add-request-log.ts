import { Refusal } from '../../engine/refusal.ts'
import type { Handler } from '../http/handler.ts'
import { describeRequest } from '../requests/index.ts'
import { noDraft, noGroup } from './absent.ts'
import { addRow } from './add-row.ts'
import { findDraft } from './dataset-queries.ts'
import { lockGroup } from './group-queries.ts'
import { requestValues } from './request-values.ts'

export const addRequestLogToDataset: Handler<'addRequestLogToDataset'> = async (
  { store, now },
  { caller, body },
) => {
  const { workspace } = caller
  const request = await describeRequest(store, workspace, body.request_log_id)
  if (!request) throw new Refusal('not_found', 'There is no such request.')
  return store.transact(async (tx) => {
    const time = now()
    const group = await lockGroup(tx, workspace, body.dataset_group_id, time)
    if (!group) throw noGroup()
    const draft = await findDraft(tx, workspace, group.id)
    if (!draft) throw noDraft()
    await addRow(tx, draft, requestValues(request), time)
    return { success: true as const, message: 'The request was added.', draft_dataset_id: draft.id }
  })
}
