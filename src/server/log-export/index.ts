/** The scheduled export of a workspace's request log to object storage. */

import { nextExport } from '../../engine/log-export/index.ts'
import { bodyStorageOf } from '../bodies/index.ts'
import type { Context } from '../context.ts'
import type { LogExportRow } from '../db/index.ts'
import type { Handlers } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { requireRevision, revisionOf } from '../http/revision.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { lockWorkspace } from '../workspaces/index.ts'
import { exportFolder, logExportJob, logExportRun } from './export-log.ts'
import { deleteLogExport, findLogExport, insertLogExport } from './log-export-queries.ts'

export { logExportJobs } from './export-log.ts'

const noStorage = 'This server has no object storage. Its operator can set it up with GALLEY_S3_ENDPOINT.'

export const logExportHandlers = {
  async readLogExport(context, { caller: { workspace } }) {
    return present(context, workspace, await findLogExport(context.store.db, workspace))
  },

  async changeLogExport(context, { caller: { workspace }, body: { log_export, base_revision } }) {
    const { store, jobs } = context
    const saved = await store.transact(async (tx) => {
      await lockWorkspace(tx, workspace)
      const current = await findLogExport(tx, workspace)
      requireRevision(scheduleRevision(current), base_revision)
      await deleteLogExport(tx, workspace)
      await jobs.cancel(tx, workspace, logExportRun(workspace))
      if (!log_export) return
      const { every, format, include_content, since } = log_export
      const changed: LogExportRow = {
        ...(since === null && current ? current : beginning(workspace, since)),
        every,
        format,
        include_content: Number(include_content),
        problem: null,
      }
      await insertLogExport(tx, changed)
      await jobs.enqueue(tx, workspace, [logExportJob(workspace)])
      return changed
    })
    jobs.cancelled(logExportRun(workspace))
    jobs.wake()
    return present(context, workspace, saved)
  },
} satisfies Partial<Handlers>

/** The position before the first request that arrived at this time or later. */
const beginning = (workspace: WorkspaceId, since: string | null) => ({
  workspace_id: workspace,
  last_arrival: since === null ? 0 : Date.parse(since) - 1,
  last_id: Number.MAX_SAFE_INTEGER,
  exported_until: null,
  requests: 0,
  objects: 0,
  last_object: null,
})

function present({ store, now }: Context, workspace: WorkspaceId, row: LogExportRow | undefined) {
  const storage = bodyStorageOf(store)
  const common = { success: true as const, has_storage: storage !== null, revision: scheduleRevision(row) }
  if (!row) return { ...common, log_export: null }
  const { every, format, exported_until, requests, objects, last_object, problem } = row
  const log_export = {
    every,
    format,
    include_content: row.include_content === 1,
    folder: storage ? exportFolder(storage, workspace) : null,
    exported_until: exported_until === null ? null : isoTime(exported_until),
    next_at: isoTime(nextExport(every, now())),
    requests,
    objects,
    last_object,
    problem: storage ? problem : noStorage,
  }
  return { ...common, log_export }
}

const scheduleRevision = (row: LogExportRow | undefined) =>
  revisionOf(row ? [row.every, row.format, row.include_content] : null)
