/** Deletion of a person: preview, job and receipt. The room searches the tables of other rooms as texts. */

import { randomUUID } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import type { PersonDeletionRow } from '../db/index.ts'
import { idOf, nameOf } from '../http/caller.ts'
import { Answer, type Handlers } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { lockWorkspace } from '../workspaces/index.ts'
import { jobKind } from './delete-person.ts'
import { noCounts } from './deletion-counts.ts'
import {
  changeDeletion,
  findDeletion,
  findRunning,
  insertDeletion,
  selectDeletions,
} from './deletion-queries.ts'
import { clearSubjects } from './origin-queries.ts'
import { firstPosition, type Position } from './passes.ts'
import { previewDeletion } from './preview.ts'
import { noRemaining, type Remaining } from './remaining.ts'

export { erasureJobs } from './delete-person.ts'

const absent = () => new Refusal('not_found', 'There is no such deletion.')

export const erasureHandlers = {
  previewPersonDeletion: ({ store }, { caller, body }) =>
    previewDeletion(store, caller.workspace, body.identifiers),

  async startPersonDeletion({ store, jobs, now }, { caller: { workspace, actor }, body }) {
    const row: PersonDeletionRow = {
      workspace_id: workspace,
      id: randomUUID(),
      state: 'running',
      identifiers: JSON.stringify(body.identifiers),
      identifier_count: body.identifiers.length,
      reference: body.reference,
      error: null,
      started_at: now(),
      ended_at: null,
      counts: JSON.stringify(noCounts),
      remaining: JSON.stringify(noRemaining),
      position: JSON.stringify(firstPosition),
      actor_kind: actor.kind,
      actor_id: idOf(actor),
      actor_name: nameOf(actor),
    }
    await store.transact(async (tx) => {
      await lockWorkspace(tx, workspace)
      if (await findRunning(tx, workspace))
        throw new Refusal('conflict', 'Another deletion runs. Start this one when it has ended.')
      await insertDeletion(tx, row)
      await jobs.enqueue(tx, workspace, [{ kind: jobKind, run: row.id, turn: 0, payload: {} }])
    })
    jobs.wake()
    return new Answer(202, { success: true as const, person_deletion: present(row) })
  },

  async listPersonDeletions({ store }, { caller }) {
    const rows = await selectDeletions(store.db, caller.workspace)
    return { success: true as const, person_deletions: rows.map(present) }
  },

  async readPersonDeletion({ store }, { caller, params }) {
    const row = await findDeletion(store.db, caller.workspace, params.person_deletion_id)
    if (!row) throw absent()
    return { success: true as const, person_deletion: present(row) }
  },

  async cancelPersonDeletion({ store, jobs, now }, { caller: { workspace }, params }) {
    const id = params.person_deletion_id
    const row = await store.transact(async (tx) => {
      await jobs.cancel(tx, workspace, id)
      const ending = { state: 'cancelled', identifiers: null, ended_at: now() } as const
      const cancelled = await changeDeletion(tx, workspace, id, ending)
      if (cancelled) await clearSubjects(tx, workspace, id)
      if (cancelled) return cancelled
      if (!(await findDeletion(tx, workspace, id))) throw absent()
      throw new Refusal('conflict', 'The deletion has ended.')
    })
    jobs.cancelled(id)
    return { success: true as const, person_deletion: present(row) }
  },
} satisfies Partial<Handlers>

const present = (row: PersonDeletionRow) => {
  const { under_way = [], unread_files = [], ...remaining } = JSON.parse(row.remaining) as Remaining
  return {
    id: row.id,
    state: row.state,
    identifier_count: Number(row.identifier_count),
    reference: row.reference,
    deleted: { ...noCounts, ...(JSON.parse(row.counts) as typeof noCounts) },
    remaining,
    under_way,
    unread_files,
    stage: row.state === 'running' ? (JSON.parse(row.position) as Position).stage : null,
    error: row.error,
    started_by: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    started_at: isoTime(Number(row.started_at)),
    ended_at: row.ended_at === null ? null : isoTime(Number(row.ended_at)),
  }
}
