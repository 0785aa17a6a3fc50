import { dueUntil, nextExport, objectFolder } from '../../engine/log-export/index.ts'
import { type BodyStorage, BodyUnavailableError, bodyStorageOf } from '../bodies/index.ts'
import type { Context } from '../context.ts'
import type { LogExportRow, Store } from '../db/index.ts'
import { ObjectStorageError, OutboundError } from '../edge/index.ts'
import type { JobHandler, Lease, NewJob } from '../jobs/index.ts'
import { type ExportPart, nextExportPart } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { changeLogExportRow, findLogExport } from './log-export-queries.ts'

const kind = 'log export'
/** Milliseconds until the next attempt after an export failed. */
const retryDelay = 10 * 60_000

export const logExportRun = (workspace: WorkspaceId): string => `${kind} ${workspace}`

export const logExportJob = (workspace: WorkspaceId): NewJob => ({
  kind,
  run: logExportRun(workspace),
  turn: 0,
  payload: {},
})

export const exportFolder = ({ settings }: BodyStorage, workspace: WorkspaceId): string =>
  `${settings.prefix}exports/${workspace}/`

/** Errors of the object storage. The workspace sees their messages. */
const storageErrors = [BodyUnavailableError, ObjectStorageError, OutboundError]

/** Exports all parts that are due. The job repeats at the next hour or day. */
export const logExportJobs = ({ store, jobs, now }: Pick<Context, 'store' | 'jobs' | 'now'>): JobHandler => ({
  kind,
  async run(lease) {
    const row = await findLogExport(store.db, lease.workspace)
    if (!row) return { kind: 'done' }
    const storage = bodyStorageOf(store)
    if (!storage) return { kind: 'again', at: now() + retryDelay }
    const startedAt = now()
    const dueTime = dueUntil(row.every, startedAt)
    try {
      await exportDue(store, storage, lease, row, dueTime)
    } catch (error) {
      if (!storageErrors.some((kind) => error instanceof kind)) throw error
      const problem = (error as Error).message
      await lease.commit((tx) => changeLogExportRow(tx, lease.workspace, { problem }))
      return { kind: 'again', at: now() + retryDelay }
    }
    // The export may be beyond the last whole day, if it was hourly before.
    const exported_until = Math.max(row.exported_until ?? 0, dueTime)
    await lease.commit((tx) => changeLogExportRow(tx, lease.workspace, { exported_until, problem: null }))
    // If an hour or day ended meanwhile, the next export begins at once.
    return { kind: 'again', at: nextExport(row.every, startedAt) }
  },
  async failed(tx, { workspace }) {
    const problem = 'The export failed; the log of the server says why.'
    await changeLogExportRow(tx, workspace, { problem })
    await jobs.enqueue(tx, workspace, [{ ...logExportJob(workspace), readyAt: now() + retryDelay }])
  },
})

async function exportDue(
  store: Store,
  storage: BodyStorage,
  lease: Lease,
  row: LogExportRow,
  before: number,
): Promise<void> {
  const { workspace, signal } = lease
  const { format } = row
  const include_content = row.include_content === 1
  let { requests, objects } = row
  let after = { arrivedAt: row.last_arrival, id: row.last_id }
  for (;;) {
    signal.throwIfAborted()
    const part = await nextExportPart(store, workspace, { format, include_content, after, before })
    if (!part) return
    const name = `${exportFolder(storage, workspace)}${nameOf(part, format)}`
    // An earlier attempt may have written the object, so it is replaced; the next part begins where this one ends.
    await storage.objects.replace(name, part.bytes)
    after = part.last
    requests += part.requests
    objects++
    await lease.commit((tx) =>
      changeLogExportRow(tx, workspace, {
        last_arrival: after.arrivedAt,
        last_id: after.id,
        requests,
        objects,
        last_object: name,
        problem: null,
      }),
    )
  }
}

const endings = { jsonl: 'jsonl.gz', parquet: 'parquet' } as const

const nameOf = ({ first }: ExportPart, format: keyof typeof endings): string =>
  `${objectFolder(first.arrivedAt)}/${first.arrivedAt}-${first.id}.${endings[format]}`
