import type { AddressInfo } from 'node:net'
import { createApp, createWorker } from './app.ts'
import type { Config } from './config.ts'
import { type Context, openContext } from './context.ts'
import {
  holdFolder,
  keepReserve,
  prepareFolder,
  releaseReserve,
  restrictToOwner,
  writeSecretFile,
} from './data-folder.ts'
import { migrate } from './db/index.ts'
import { checkKeySettings } from './edge/index.ts'
import { hardenBuiltIns } from './hardened-built-ins.ts'
import { settleMemory } from './idle-memory.ts'
import { setupCode } from './people/index.ts'
import { indexBacklog } from './requests/index.ts'
import { expectCalls } from './running/index.ts'
import { type CreatedWorkspace, ensureDefaultWorkspace } from './workspaces/index.ts'

/** The address to listen on is in use. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
}

/** Milliseconds that requests under way get when the server stops: less than the 10 s after which Docker kills. */
const grace = 5_000
/** Milliseconds: until then hardly a call is made after a kill, see `calls-at-risk.ts`. */
const carefulFor = 20_000

/** Milliseconds after the start until the sandbox is probed, which starts two processes. */
const probingAfter = 1_000

export interface Running {
  readonly address: string
  /** Resolves with the reason when storage is lost for good: a new process may find it again. */
  readonly lost: Promise<Error>
  stop(): Promise<void>
}

/** Brings a server up: folder, schema, default workspace, listening; says on the way what a newcomer needs. */
export async function serve(config: Config, say: (text: string) => void): Promise<Running> {
  hardenBuiltIns()
  prepareFolder(config.folder)
  const restricted = restrictToOwner(config.folder)
  if (restricted.length > 0)
    say(`Other users had access to these files and folders; it is removed: ${restricted.join(', ')}`)
  if (releaseReserve(config.folder))
    say(`The disk of ${config.folder} is full. Galley serves reads and refuses writes until space is freed.`)
  const hold = config.databaseUrl ? null : holdFolder(config.folder)
  // Before anything is written: a start that is refused for its key leaves the database as it is.
  checkKeySettings(config)
  const steps = await migrate(config)
  const context = await openContext(config).catch((error) => {
    hold?.release()
    throw error
  })
  let ready = false
  const stopping = new AbortController()
  let catchingUp: Promise<number> | null = null
  let leaveMemory: (() => void) | null = null
  let warning: NodeJS.Timeout | undefined
  if ((await context.answers.recover()) > 0) {
    context.modelSlots.beginCarefully()
    // Killed once more before it has called anybody, it leaves word of it too.
    setTimeout(context.answers.expect(), carefulFor).unref()
    // They go on, and an answer that waits for the price list is one that the next kill would take.
    expectCalls(context)
  }
  // The folder is held, so nobody else computes.
  if (hold) await context.jobs.putBackAll()
  const worker = config.role === 'api' ? null : createWorker(context)
  const app = createApp(context, { isReady: () => ready, worker })
  const stop = async () => {
    // A connection whose last answer leaves now would stay open for the next request, which nobody waits for.
    const sweeping = setInterval(() => app.server.closeIdleConnections(), 50)
    const impatience = setTimeout(() => app.server.closeAllConnections(), grace)
    stopping.abort()
    leaveMemory?.()
    clearTimeout(warning)
    await app.close()
    await catchingUp
    clearInterval(sweeping)
    clearTimeout(impatience)
    await worker?.stop()
    await context.models.close()
    await context.guardedFetch.close()
    await context.sandbox.close()
    await context.modelSlots.close()
    context.answers.close()
    await context.store.close()
    keepReserve(config.folder)
    hold?.release()
  }
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await stop()
    throw listenError(error, config)
  }
  // Only now: a start that fails for its port must not use up the one time that the key is shown.
  const created = await ensureDefaultWorkspace(context.store, { key: config.firstKey, now: context.now() })
  ready = true
  keepReserve(config.folder)
  leaveMemory = settleMemory(app.server)
  // Who searches meanwhile finds what is in already; what is left when it fails waits for the next start.
  catchingUp = indexBacklog(context.store, stopping.signal).catch(() => 0)
  const address = addressOf(app.server.address() as AddressInfo)
  if (steps.length > 0)
    say(`Storage is ready: ${context.store.version}, ${config.databaseUrl ? 'DATABASE_URL' : config.folder}`)
  if (created) say(welcome(config, created, address))
  const code = await setupCode(context.store, context.now())
  if (code)
    say(`Nobody has an account yet. Open this to create the first one:\n\n    ${address}/setup#${code}\n`)
  say(`Galley listens on ${address}  (API reference: ${address}/docs)`)
  warning = setTimeout(() => void warnOfSandbox(context, say), probingAfter).unref()
  return { address, lost: context.store.lost, stop }
}

/** Says what an operator can do where no wall of the operating system stands around foreign code. */
async function warnOfSandbox({ sandbox, config }: Context, say: (text: string) => void): Promise<void> {
  const { isWalled, level, details } = await sandbox
    .level()
    .catch((error: Error) => ({ isWalled: false, level: 'unavailable', details: error.message }))
  if (isWalled) return
  const what = config.strictSandbox
    ? 'Code of tools and cells is refused: CODE_SANDBOX is strict'
    : 'Code of tools and cells runs behind the limits of Node alone'
  say(
    `Warning: ${what}, and no wall of the operating system works here (sandbox level "${level}"). ${details} Install bubblewrap, or allow user namespaces and mounts to this user (in a container: its seccomp profile), and start again.`,
  )
}

function listenError(error: unknown, { port, host }: Config): unknown {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE')
    return new PortTakenError(
      `Port ${port} of ${host} is taken. Stop what uses it, or set GALLEY_PORT to another port.`,
    )
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return new PortTakenError(
      `Cannot listen on ${host}:${port} (${code}). Set GALLEY_HOST or GALLEY_PORT to something else.`,
    )
  return error
}

function addressOf({ address, family, port }: AddressInfo): string {
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}

function welcome(config: Config, { key }: CreatedWorkspace, address: string): string {
  const given = config.firstKey !== null
  const shown = given ? '$GALLEY_API_KEY' : key
  const where = given
    ? 'The API key is the one in GALLEY_API_KEY.'
    : `Your API key, shown this once (and kept in ${writeSecretFile(config.folder, 'api-key', key)}):\n\n    ${key}`
  return `
Welcome to Galley. A workspace named "default" is ready.
${where}

Try it:

    curl -s ${address}/rest/prompt-templates -H "X-API-KEY: ${shown}" -H "Content-Type: application/json" -d '{
      "prompt_template": {"prompt_name": "hello"},
      "prompt_version": {"prompt_template": {"type": "chat", "messages": [
        {"role": "user", "content": [{"type": "text", "text": "Say hello to {name}."}]}]}}}'

    curl -s ${address}/prompt-templates/hello -H "X-API-KEY: ${shown}" -H "Content-Type: application/json" -d '{"input_variables": {"name": "Ada"}}'
`
}
