/** Deletion of a workspace: its access ends at once, a job removes its rows, and a receipt stays. */

import type { WorkspaceDeletion } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Database, WorkspaceDeletionRow } from '../db/index.ts'
import { type Caller, requirePerson } from '../http/caller.ts'
import { Answer, type Handlers } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import {
  endedCookie,
  lockAccounts,
  lockMembership,
  requireInstallationAdmin,
  selectWorkspacesOf,
} from '../people/index.ts'
import { findWorkspaceName, lockWorkspace, transactOnKeys } from '../workspaces/index.ts'
import {
  cancelAllJobs,
  countContents,
  endAccess,
  hasOtherWorkspace,
  insertReceipt,
  selectReceipts,
} from './deletion-queries.ts'
import { deletionJob } from './workspace-deletion-job.ts'

export { workspaceDeletionJobs } from './workspace-deletion-job.ts'

/** Other workspaces of the person are absent too: a deletion reaches only the workspace of the session. */
function requireOwn({ workspace }: Caller, id: number): void {
  if (id !== workspace) throw new Refusal('not_found', 'There is no such workspace.')
}

export const workspaceDeletionHandlers = {
  async previewWorkspaceDeletion({ store }, { caller, params }) {
    requireOwn(caller, params.workspace_id)
    const name = await findWorkspaceName(store.db, caller.workspace)
    return { success: true as const, name, ...(await countContents(store, caller.workspace)) }
  },

  async deleteWorkspace({ store, jobs, now, changes }, { caller, params, body, visitor }) {
    const { workspace } = caller
    const person = requirePerson(caller)
    requireOwn(caller, params.workspace_id)
    const { runs, next } = await transactOnKeys(store, async (tx) => {
      // Two concurrent deletions must not each count the workspace of the other as the remaining one.
      await lockAccounts(tx)
      const runs = await cancelAllJobs(tx, workspace, now())
      const { name } = await lockWorkspace(tx, workspace)
      // The person may have been removed or demoted since the call began.
      if ((await lockMembership(tx, workspace, person.id)) !== 'admin')
        throw new Refusal('forbidden', 'Only an admin of the workspace can delete it.')
      if (body.name !== name)
        throw new Refusal('invalid', 'must be the exact name of the workspace', { loc: ['body', 'name'] })
      if (!(await hasOtherWorkspace(tx, workspace)))
        throw new Refusal('conflict', 'This is the only workspace of the server. Create another one first.')
      await endAccess(tx, workspace, now())
      await insertReceipt(tx, {
        workspace_id: workspace,
        name,
        person_id: person.id,
        person_name: person.name,
        started_at: now(),
        finished_at: null,
        counts: '{}',
      })
      await jobs.enqueue(tx, workspace, [deletionJob(workspace)])
      return { runs, next: (await selectWorkspacesOf(tx, person.id))[0] }
    })
    for (const run of runs) jobs.cancelled(run)
    changes.notify(workspace)
    jobs.wake()
    return next
      ? { success: true as const }
      : new Answer(200, { success: true as const }, endedCookie(visitor))
  },

  async listWorkspaceDeletions({ store }, { caller }) {
    await requireInstallationAdmin(store.db, caller)
    return { success: true as const, workspace_deletions: await workspaceDeletions(store.db) }
  },
} satisfies Partial<Handlers>

/** The receipts of all deleted workspaces, the newest first. */
export const workspaceDeletions = async (db: Database): Promise<WorkspaceDeletion[]> =>
  (await selectReceipts(db)).map(present)

const present = (row: WorkspaceDeletionRow): WorkspaceDeletion => ({
  workspace_id: row.workspace_id,
  name: row.name,
  deleted_by: { id: row.person_id, name: row.person_name },
  started_at: isoTime(row.started_at),
  finished_at: row.finished_at === null ? null : isoTime(row.finished_at),
  deleted: JSON.parse(row.counts) as Record<string, number>,
})
