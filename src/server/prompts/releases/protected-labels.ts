import { Refusal } from '../../../engine/refusal.ts'
import type { ProtectedLabelRow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import { bumpRegistryRevision } from '../../workspaces/index.ts'
import {
  changeNeedsTwo,
  protectedLabelRows,
  protectionOf,
  selectProtectedLabels,
} from './protected-queries.ts'

const absent = () => new Refusal('not_found', 'There is no such protected label.')

export const listProtectedLabels: Handler<'listProtectedLabels'> = async ({ store }, { caller }) => ({
  success: true as const,
  protected_labels: (await selectProtectedLabels(store.db, caller.workspace)).map(present),
})

export const protectLabel: Handler<'protectLabel'> = async ({ store, now }, { caller, body }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    if (await protectionOf(tx, workspace, body.name))
      throw new Refusal('conflict', 'Labels of this name are protected already.', { loc: ['body', 'name'] })
    const row: ProtectedLabelRow = {
      workspace_id: workspace,
      id: await store.nextId(tx, 'protected_label_ids'),
      name: body.name,
      takes_two: Number(body.takes_two),
      created_at: now(),
    }
    await protectedLabelRows.insert(tx, row)
    return answer(row)
  })
}

export const changeProtectedLabel: Handler<'changeProtectedLabel'> = async (
  { store },
  { caller, params, body },
) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const row = await protectedLabelRows.find(tx, workspace, params.protected_label_id)
    if (!row) throw absent()
    const takes_two = Number(body.takes_two)
    await changeNeedsTwo(tx, workspace, row.id, takes_two)
    return answer({ ...row, takes_two })
  })
}

export const unprotectLabel: Handler<'unprotectLabel'> = async ({ store }, { caller, params }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const row = await protectedLabelRows.find(tx, workspace, params.protected_label_id)
    if (!row) throw absent()
    await protectedLabelRows.remove(tx, workspace, row.id)
    return { success: true as const }
  })
}

const answer = (row: ProtectedLabelRow) => ({ success: true as const, protected_label: present(row) })

const present = (row: ProtectedLabelRow) => ({
  id: row.id,
  name: row.name,
  takes_two: row.takes_two === 1,
  created_at: isoTime(row.created_at),
})
