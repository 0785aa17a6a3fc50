import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp, createWorker } from './app.ts'
import { closeBodyStorage, moveBodies } from './bodies/index.ts'
import { isCopied, openCopy } from './clickhouse-copy/index.ts'
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import {
  holdFolder,
  prepareFolder,
  releaseReserve,
  restrictToOwner,
  writeReserve,
  writeSecretFile,
} from './data-folder.ts'
import { hardenBuiltIns } from './hardened-built-ins.ts'
import { unusedConnectionCloser } from './http/server.ts'
import { announce, isTerminal, reportError } from './log.ts'
import { migrateStorage } from './migrate-storage.ts'
import { openContext } from './open-context.ts'
import { collectWhenIdle } from './pacing/idle-memory.ts'
import { setupCode } from './people/index.ts'
import { startIndex } from './requests/index.ts'
import { startWrites } from './start-writes.ts'
import { preloadCalls } from './template-runs/index.ts'
import { summariseTraces } from './traces/index.ts'
import { type CreatedWorkspace, ensureDefaultWorkspace } from './workspaces/index.ts'

/** The port is in use. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
}

/** Milliseconds after a kill in which model calls are limited, see `calls-at-risk.ts`. */
const carefulFor = 20_000

/** Milliseconds after the start until the sandbox is probed, because probing starts two processes. */
const probingAfter = 1_000

export interface Running {
  readonly address: string
  /** Resolves if storage failed and only a restart may help. */
  readonly lost: Promise<Error>
  /** Makes /readyz answer 503, and ends jobs. Resolves when the connections may be closed. */
  drain(): Promise<void>
  /** Waits for calls under way until the grace is over. */
  stop(): Promise<void>
  /** Ends the grace: aborts the calls under way. */
  hurry(): void
}

/**
 * Starts a server: locks the folder, migrates, listens and makes the default workspace. Prints first steps for a new
 * user.
 */
export async function serve(config: Config): Promise<Running> {
  hardenBuiltIns()
  prepareFolder(config.folder)
  const restricted = restrictToOwner(config.folder)
  if (restricted.length > 0)
    announce(`Removed the access of other users to files and folders: ${restricted.join(', ')}`)
  const isDiskFull = releaseReserve(config.folder)
  const hold = config.databaseUrl ? null : holdFolder(config.folder)
  const release = (error: unknown): never => {
    hold?.release()
    throw error
  }
  const steps = await migrateStorage(config).catch(release)
  const context = await openContext(config).catch(release)
  const copy = await openCopy(context.store, config.clickhouse)
  if (isDiskFull)
    announce(
      `The disk of ${config.folder} is full. Galley serves reads and refuses writes until space is freed.`,
    )
  let ready = false
  let isStopping = false
  const stopping = new AbortController()
  const hurry = new AbortController()
  let catchingUp: Promise<number> | null = null
  let summarising: Promise<void> | null = null
  let moving: Promise<void> | null = null
  let cancelCollection: (() => void) | null = null
  let warning: NodeJS.Timeout | undefined
  const writes = startWrites(config)
  if (((await writes(() => context.answers.recover())) ?? 0) > 0) {
    context.modelSlots.beginCarefully()
    // Announces work in the journal at once, so that a second kill before the first call counts as a kill too.
    setTimeout(context.answers.expect(), carefulFor).unref()
    // The jobs of the killed process resume soon. Loading the price list now keeps their answers from waiting for it.
    preloadCalls(context)
  }
  // No other process has these jobs, because the folder is locked.
  if (hold) await writes(() => context.jobs.putBackAll())
  const worker = config.role === 'api' ? null : createWorker(context)
  const app = createApp(context, { isReady: () => ready, isStopping: () => isStopping, worker })
  const closeUnused = unusedConnectionCloser(app.server)
  const stop = async () => {
    closeUnused()
    // Repeatedly closes connections that have become idle.
    const sweeping = setInterval(() => app.server.closeIdleConnections(), 50)
    const abort = () => {
      app.server.closeAllConnections()
      closeBodyStorage(context.store).catch(reportError)
      worker?.stop().catch(reportError)
    }
    if (hurry.signal.aborted) abort()
    hurry.signal.addEventListener('abort', abort)
    const impatience = setTimeout(() => hurry.abort(), config.stopSeconds * 1_000)
    const jobsEnded = worker?.drain()
    stopping.abort()
    cancelCollection?.()
    clearTimeout(warning)
    await app.close()
    await catchingUp
    await summarising
    await moving
    clearInterval(sweeping)
    await jobsEnded
    await worker?.stop()
    clearTimeout(impatience)
    await closeBodyStorage(context.store)
    await copy?.stop()
    await context.models.close()
    await context.guardedFetch.close()
    await context.sandbox.close()
    await context.modelSlots.close()
    context.answers.close()
    await context.store.close()
    writeReserve(config.folder)
    hold?.release()
  }
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await stop()
    throw listenError(error, config)
  }
  // The workspace is created only after listening succeeded, because its key is shown only once. A start that fails on
  // a
  // taken port must not create it.
  const created = await ensureDefaultWorkspace(context.store, { key: config.firstKey, now: context.now() })
  ready = true
  writeReserve(config.folder)
  cancelCollection = collectWhenIdle(app.server)
  // Until this is done, searches return indexed requests only. If it fails, the next start continues.
  catchingUp = startIndex(context.store, stopping.signal).catch(() => 0)
  if (config.role !== 'api') copy?.start(reportError)
  if (!copy && (await isCopied(context.store)))
    announce(
      'Changes of the log wait in the database for the copy in ClickHouse: set CLICKHOUSE_URL, or end the copy with `galley log stop`.',
    )
  summarising = summariseTraces(context.store, stopping.signal)
  if (config.role !== 'api') moving = moveBodies(context.store, stopping.signal, context.now)
  const address = addressOf(app.server.address() as AddressInfo)
  if (steps.length > 0)
    announce(
      `Storage is ready: ${context.store.version}, ${config.databaseUrl ? 'DATABASE_URL' : config.folder}`,
    )
  if (context.store.scarcity) announce(context.store.scarcity)
  if (created) announce(welcome(config, created, address))
  const code = await writes(() => setupCode(context.store, context.now()))
  if (code)
    announce(
      `There is no account yet. Open this address to create the first one:\n\n    ${address}/setup#${code}\n`,
    )
  announce(`Galley listens on ${address}  (API reference: ${address}/docs)`)
  warning = setTimeout(() => void warnOfSandbox(context), probingAfter).unref()
  const drain = async () => {
    isStopping = true
    worker?.drain().catch(reportError)
    const { signal } = hurry
    if (config.drainSeconds > 0)
      await sleep(config.drainSeconds * 1_000, undefined, { signal }).catch(() => {})
  }
  return { address, lost: context.store.lost, drain, stop, hurry: () => hurry.abort() }
}

/** Warns the operator if the operating system does not isolate code, and says how to fix that. */
async function warnOfSandbox({ sandbox, config }: Context): Promise<void> {
  const { isWalled, level, details } = await sandbox
    .level()
    .catch((error: Error) => ({ isWalled: false, level: 'unavailable', details: error.message }))
  if (isWalled) return
  const consequence = config.strictSandbox
    ? 'Galley refuses to run code of tools and cells: CODE_SANDBOX is strict, and the operating system does not isolate code here'
    : 'Code of tools and cells runs without isolation by the operating system'
  announce(
    `Warning: ${consequence} (sandbox level "${level}"). ${details} Install bubblewrap, or allow user namespaces and mounts to this user (in a container: by its seccomp profile), and restart Galley.`,
  )
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

function welcome(config: Config, { key }: CreatedWorkspace, address: string): string {
  const hasFirstKey = config.firstKey !== null
  const keyText = hasFirstKey ? '$GALLEY_API_KEY' : key
  const file = hasFirstKey ? null : writeSecretFile(config.folder, 'api-key', key)
  // Without a terminal the output may go to a log collector, where more people can read it than may use the key.
  if (!isTerminal())
    return `A workspace named "default" is ready. Its API key is ${file ? `in ${file}` : 'the one in GALLEY_API_KEY'}.`
  const where = hasFirstKey
    ? 'The API key is the one in GALLEY_API_KEY.'
    : `Your API key, which is also in ${file}:\n\n    ${key}`
  return `
Welcome to Galley. A workspace named "default" is ready.
${where}

Try it:

    curl -s ${address}/rest/prompt-templates -H "X-API-KEY: ${keyText}" -H "Content-Type: application/json" -d '{
      "prompt_template": {"prompt_name": "hello"},
      "prompt_version": {"prompt_template": {"type": "chat", "messages": [
        {"role": "user", "content": [{"type": "text", "text": "Say hello to {name}."}]}]}}}'

    curl -s ${address}/prompt-templates/hello -H "X-API-KEY: ${keyText}" -H "Content-Type: application/json" -d '{"input_variables": {"name": "Ada"}}'
`
}
