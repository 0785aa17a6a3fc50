import type { FastifyInstance } from 'fastify'
import { bodyStorageOf } from './bodies/index.ts'
import type { LogCopyStatus } from './clickhouse-copy/index.ts'
import type { Context } from './context.ts'
import { dataSchema, programSchema } from './db/index.ts'
import type { Sandbox } from './edge/index.ts'
import { createHealth, withDeadline } from './health.ts'
import type { JobWorker } from './jobs/index.ts'
import { readLastBackup } from './last-backup.ts'
import { version } from './version.ts'

export interface ProcessState {
  /** False while the first workspace is created. */
  readonly isReady: () => boolean
  /** True after the stop signal. */
  readonly isStopping: () => boolean
  /** Null if the installation has no copy of the log. */
  readonly copyStatus: () => Promise<LogCopyStatus | null>
  /** Null: other processes run the jobs. */
  readonly worker: JobWorker | null
}

/** Monitors send HEAD to the addresses of health. */
const withHead = { exposeHeadRoute: true }

/** Serves the addresses that monitors call. */
export function serveHealth(
  app: FastifyInstance,
  context: Context,
  { isReady, isStopping, copyStatus, worker }: ProcessState,
): void {
  const health = createHealth(context)
  const readState = async () => {
    if (isStopping()) return { status: 'stopping', reasons: ['The server is stopping.'] }
    if (!isReady()) return { status: 'starting', reasons: ['The server is starting.'] }
    const reasons = await health()
    const copy = await copyStatus()
    const bodies = bodyStorageOf(context.store)
    return {
      status: reasons.length === 0 ? 'ok' : 'unavailable',
      reasons,
      // A failure of the copy or of object storage does not make the server unavailable.
      ...(copy && { log_copy: copy }),
      ...(bodies && { body_storage: bodies.problem ?? 'ok' }),
    }
  }
  // These routes do not check storage, because restarting the process does not repair an outage.
  for (const path of ['/livez', '/health/live'])
    app.get(path, withHead, async () => ({ status: 'ok', version }))
  for (const path of ['/readyz', '/health/ready'])
    app.get(path, withHead, async (_request, reply) => {
      const state = await readState()
      return reply.code(state.status === 'ok' ? 200 : 503).send(state)
    })
  app.get('/health', withHead, async (_request, reply) => {
    // The schema is read first, because this may take a second; the state is then as new as possible.
    const schema = await withDeadline(dataSchema(context.store), null)
    const state = await readState()
    return reply.code(state.status === 'starting' ? 503 : 200).send({
      ...state,
      version,
      schema: programSchema(),
      data_schema: schema,
      storage: context.store.version,
      role: context.config.role,
      sandbox: await sandboxLevel(context.sandbox),
      worker: worker?.progress() ?? null,
      last_backup: readLastBackup(context.config.folder)?.at ?? null,
    })
  })
}

/** How user code is isolated. */
async function sandboxLevel(sandbox: Sandbox): Promise<string> {
  try {
    return (await sandbox.level()).level
  } catch {
    return 'unavailable'
  }
}
