import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp, createWorker } from './app.ts'
import { closeBodyStorage, moveBodies } from './bodies/index.ts'
import { openCopy } from './clickhouse-copy/index.ts'
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import { lockFolder, prepareFolder, releaseReserve, restrictToOwner, writeReserve } from './data-folder.ts'
import { hardenBuiltIns } from './hardened-built-ins.ts'
import { unusedConnectionCloser } from './http/unused-connections.ts'
import { announce, reportError } from './log.ts'
import { migrateStorage } from './migrate-storage.ts'
import { openContext } from './open-context.ts'
import { collectWhenIdle } from './pacing/idle-memory.ts'
import { setupCode } from './people/index.ts'
import { startIndex } from './requests/index.ts'
import { announceStart, warnOfMissingCopy, warnOfSandbox } from './start-messages.ts'
import { startWrites } from './start-writes.ts'
import { preloadCalls } from './template-runs/index.ts'
import { summariseTraces } from './traces/index.ts'
import { ensureDefaultWorkspace } from './workspaces/index.ts'

/** The port is in use. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
}

/** Milliseconds after a kill in which model calls are limited, see `calls-at-risk.ts`. */
const limitMilliseconds = 20_000

/** Milliseconds after the start until the sandbox is probed, because probing starts two processes. */
const probeDelay = 1_000

export interface Running {
  readonly address: string
  /** Resolves if storage failed and only a restart may help. */
  readonly storageLoss: Promise<Error>
  /** Makes /readyz answer 503, and ends jobs. Resolves when the connections may be closed. */
  drain(): Promise<void>
  /** Waits up to `stopSeconds` for calls under way, then aborts them. */
  stop(): Promise<void>
  /** Aborts the calls under way, so that `drain` and `stop` need not wait for them. */
  abortCalls(): void
}

/**
 * Starts a server: locks the folder, migrates, listens and makes the default workspace. Prints first steps for a new
 * user.
 */
export async function serve(config: Config): Promise<Running> {
  hardenBuiltIns()
  const { isDiskFull, lock } = takeFolder(config)
  const release = (error: unknown): never => {
    lock?.release()
    throw error
  }
  const steps = await migrateStorage(config).catch(release)
  const context = await openContext(config).catch(release)
  const { store } = context
  const copy = await openCopy(store, config.clickhouse)
  if (isDiskFull)
    announce(
      `The disk of ${config.folder} is full. Galley serves reads and refuses writes until space is freed.`,
    )
  let isReady = false
  let isStopping = false
  const stopping = new AbortController()
  const calls = new AbortController()
  /** Work that ends soon after `stopping` aborts. */
  const background: Promise<unknown>[] = []
  const writes = startWrites(config)
  await recoverAnswers(context, writes)
  // No other process has these jobs, because the folder is locked.
  if (lock) await writes(() => context.jobs.requeueAll())
  const worker = config.role === 'api' ? null : createWorker(context)
  const app = createApp(context, { isReady: () => isReady, isStopping: () => isStopping, worker })
  const closeUnused = unusedConnectionCloser(app.server)
  const stop = async () => {
    closeUnused()
    // Repeatedly closes connections that have become idle.
    const closing = setInterval(() => app.server.closeIdleConnections(), 50)
    const abort = () => {
      app.server.closeAllConnections()
      closeBodyStorage(store).catch(reportError)
      worker?.stop().catch(reportError)
    }
    if (calls.signal.aborted) abort()
    calls.signal.addEventListener('abort', abort)
    const timeout = setTimeout(() => calls.abort(), config.stopSeconds * 1_000)
    const jobsEnded = worker?.drain()
    stopping.abort()
    await app.close()
    await Promise.all(background)
    clearInterval(closing)
    await jobsEnded
    await worker?.stop()
    clearTimeout(timeout)
    await closeBodyStorage(store)
    await copy?.stop()
    await closeContext(context)
    writeReserve(config.folder)
    lock?.release()
  }
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await stop()
    throw listenError(error, config)
  }
  // Must follow listening: the key is shown only once, and a start that fails on a taken port must not use it up.
  const created = await ensureDefaultWorkspace(store, { key: config.firstKey, now: context.now() })
  isReady = true
  writeReserve(config.folder)
  const cancelCollection = collectWhenIdle(app.server)
  stopping.signal.addEventListener('abort', cancelCollection)
  // Until this is done, searches return indexed requests only. If it fails, the next start continues.
  background.push(startIndex(store, stopping.signal).catch(() => 0))
  if (config.role !== 'api') copy?.start(reportError)
  if (!copy) await warnOfMissingCopy(context)
  background.push(summariseTraces(store, stopping.signal))
  if (config.role !== 'api') background.push(moveBodies(store, stopping.signal, context.now))
  const address = addressOf(app.server.address() as AddressInfo)
  await announceStart(context, {
    address,
    hasMigrated: steps.length > 0,
    created,
    makeSetupCode: () => writes(() => setupCode(store, context.now())),
  })
  const probe = setTimeout(() => void warnOfSandbox(context), probeDelay).unref()
  stopping.signal.addEventListener('abort', () => clearTimeout(probe))
  const drain = async () => {
    isStopping = true
    worker?.drain().catch(reportError)
    const { signal } = calls
    if (config.drainSeconds > 0)
      await sleep(config.drainSeconds * 1_000, undefined, { signal }).catch(() => {})
  }
  return { address, storageLoss: store.lost, drain, stop, abortCalls: () => calls.abort() }
}

/** Prepares the data folder and, for SQLite, locks it. A full disk gets the space of the reserve file. */
function takeFolder({ folder, databaseUrl }: Config) {
  prepareFolder(folder)
  const restricted = restrictToOwner(folder)
  if (restricted.length > 0)
    announce(`Removed the access of other users to files and folders: ${restricted.join(', ')}`)
  const isDiskFull = releaseReserve(folder)
  return { isDiskFull, lock: databaseUrl ? null : lockFolder(folder) }
}

/** Stores the model answers of a killed process. If there are any, limits the model calls of the next seconds. */
async function recoverAnswers(context: Context, writes: ReturnType<typeof startWrites>): Promise<void> {
  const recovered = (await writes(() => context.answers.recover())) ?? 0
  if (recovered === 0) return
  context.modelSlots.beginCarefully()
  // Announces work in the journal at once, so that a second kill before the first call counts as a kill too.
  setTimeout(context.answers.announceWork(), limitMilliseconds).unref()
  // The jobs of the killed process resume soon. Loading the price list now keeps their answers from waiting for it.
  preloadCalls(context)
}

async function closeContext(context: Context): Promise<void> {
  await context.models.close()
  await context.guardedFetch.close()
  await context.sandbox.close()
  await context.modelSlots.close()
  context.answers.close()
  await context.store.close()
}

function listenError(error: unknown, { port: mainPort, metricsPort, host }: Config): unknown {
  const { code, port = mainPort } = error as { code?: string; port?: number }
  const settingOf = (usedPort: number) =>
    usedPort === mainPort
      ? 'GALLEY_PORT'
      : usedPort === metricsPort
        ? 'GALLEY_METRICS_PORT'
        : 'GALLEY_OTLP_GRPC_PORT'
  if (code === 'EADDRINUSE')
    return new PortTakenError(
      `Port ${port} of ${host} is taken. Stop the program that uses it, or set ${settingOf(port)} to another port.`,
    )
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return new PortTakenError(
      `Cannot listen on ${host}:${port} (${code}). Set GALLEY_HOST or GALLEY_PORT to another value.`,
    )
  return error
}

function addressOf({ address, family, port }: AddressInfo): string {
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
