import { setMaxListeners } from 'node:events'
import { resolve } from 'node:path'
import { type GuardedFetch, restrictedTo } from '../fetch/index.ts'
import { type Call, callRunner } from './call.ts'
import { errorOf, type Language, type SandboxJob, type SandboxOutcome, SandboxUnavailable } from './job.ts'
import { levels, type SandboxLevel } from './layers/launch.ts'
import { type Outbound, outboundThrough } from './network.ts'
import { Pool } from './pool.ts'
import { limits } from './runner/limits.ts'
import { Runners } from './runners.ts'

export interface SandboxOptions {
  /** How code that may use the network reaches it; without it no code may. */
  readonly guardedFetch?: GuardedFetch
  /** For the snapshot of Python's memory; made if missing. Nothing in it is worth keeping. */
  readonly folder: string
  /** Refuse to run code without a wall of the operating system around it. */
  readonly strict?: boolean
  /** Runners of each language at once, idle ones included. */
  readonly runners?: number
  /** How long a runner may wait for its next call before it ends. */
  readonly idleMs?: number
  /** Layers that may be used, all of them unless told. */
  readonly levels?: readonly SandboxLevel[]
}

export interface Sandbox {
  /** Settles with what the code did. Throws SandboxUnavailable when there is nothing to run it in. */
  run(job: SandboxJob): Promise<SandboxOutcome>
  /** What stands between code and this machine; found out once. */
  level(): Promise<{ level: SandboxLevel; details: string }>
  /** Ends all runners: running calls are cancelled, waiting ones find the sandbox unavailable. */
  close(): Promise<void>
}

const defaultMs = 10_000
const maximumMs = 6 * 60_000
const waitingCalls = 1_000
/** Runners that are found dead, ended by somebody else between two calls. */
const attempts = 4

export function createSandbox(options: SandboxOptions): Sandbox {
  const { strict = false, runners: size = 2, idleMs = 60_000 } = options
  const outbound = options.guardedFetch ? outboundThrough(options.guardedFetch) : null
  const runners = new Runners(resolve(options.folder), options.levels ?? levels)
  const poolOf = (language: Language) =>
    new Pool({ size, idleMs, waiting: waitingCalls, start: () => runners.start(language) })
  const pools = { javascript: poolOf('javascript'), python: poolOf('python') }

  const closing = new AbortController()
  setMaxListeners(0, closing.signal)

  const level = async () => {
    const { layer, details } = await runners.probed()
    return { level: layer.level, details }
  }
  return {
    level,
    run: async (job) => {
      const limited = job.hosts && options.guardedFetch && restrictedTo(options.guardedFetch, job.hosts)
      const call = readJob(job, limited ? outboundThrough(limited) : outbound)
      if ('status' in call) return call
      const found = await level()
      if (strict && !isWall(found.level))
        throw new SandboxUnavailable(`Strict mode, and no namespace layer works here. ${found.details}`)
      return runIn(pools[job.language], job.workspace, call, closing.signal)
    },
    close: async () => {
      closing.abort()
      await Promise.all([pools.javascript.close(), pools.python.close()])
    },
  }
}

const isWall = (level: SandboxLevel) => level === 'bubblewrap' || level === 'namespaces'

async function runIn(
  pool: Pool,
  workspace: number,
  call: Call,
  closing: AbortSignal,
): Promise<SandboxOutcome> {
  const signal = call.signal ? AbortSignal.any([call.signal, closing]) : closing
  let hasFailed = false
  for (let attempt = 0; attempt < attempts; attempt++) {
    const seat = await pool.acquire(workspace, call.signal)
    if (!seat) return refused('cancelled', 'AbortError', 'The call was cancelled.')
    let reusable = false
    try {
      const runner = await seat.runner.catch((error: unknown) => {
        // It was ended while it started, or could not: it never had the code, so another one may try.
        if (!(error instanceof SandboxUnavailable) || hasFailed || signal.aborted) throw error
        hasFailed = true
        return null
      })
      if (!runner || runner.over) continue
      const called = await callRunner(runner, { ...call, signal })
      reusable = called.reusable
      if (called.outcome) return called.outcome
    } finally {
      pool.release(seat, reusable)
    }
  }
  throw new SandboxUnavailable(`${attempts} sandbox runners in a row ended before the code began.`)
}

function readJob(job: SandboxJob, outbound: Outbound | null): Call | SandboxOutcome {
  const { code, environment = {}, timeoutMs = defaultMs, signal } = job
  if (signal?.aborted) return refused('cancelled', 'AbortError', 'The call was cancelled.')
  let data: string
  try {
    data = JSON.stringify(job.data ?? null)
  } catch (error) {
    return refused('exception', 'TypeError', `The data is not JSON: ${(error as Error).message}`)
  }
  const sizes = [
    ['code', code, limits.code],
    ['data', data, limits.input],
    ['environment', JSON.stringify(environment), limits.code],
  ] as const
  for (const [what, text, limit] of sizes)
    if (Buffer.byteLength(text) > limit)
      return refused('input_too_large', 'RangeError', `The ${what} is larger than ${limit} bytes.`)
  const permitted = job.network ? outbound : null
  const head = { code, environment, network: permitted !== null }
  const timeout = Math.min(Math.max(Math.ceil(timeoutMs), 1), maximumMs)
  return { head, data, timeoutMs: timeout, signal, outbound: permitted }
}

function refused(...[kind, type, message]: Parameters<typeof errorOf>): SandboxOutcome {
  return { status: 'error', error: errorOf(kind, type, message), stdout: '', stderr: '', durationMs: 0 }
}
