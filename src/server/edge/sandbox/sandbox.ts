import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { resolve } from 'node:path'
import { maxCodeSeconds, standardCodeSeconds } from '../../../engine/columns/index.ts'
import { markExact } from '../../../engine/json/parse-exact.ts'
import { usableMemory } from '../../usable-memory.ts'
import { type GuardedFetch, restrictedTo } from '../fetch/index.ts'
import { type Call, callRunner } from './call.ts'
import {
  errorOf,
  type Language,
  NoSandbox,
  type SandboxJob,
  type SandboxOutcome,
  SandboxUnavailable,
} from './job.ts'
import { LanguageFigures } from './language-figures.ts'
import { levels, type SandboxLevel } from './layers/launch.ts'
import { type Outbound, outboundThrough } from './network.ts'
import { Pool } from './pool.ts'
import { limits } from './runner/limits.ts'
import { runnersFor } from './runner-count.ts'
import { Runners } from './runners.ts'

export interface SandboxOptions {
  /** Sends the calls of code; absent: code has no network access. */
  readonly guardedFetch?: GuardedFetch
  /** A folder for the snapshot of Python's memory; created if missing. */
  readonly folder: string
  /** True: refuse to run code without isolation by the operating system. */
  readonly strict?: boolean
  /**
   * Maximum runners of each language, including idle ones; by default computed from the memory. A workspace gets half
   * of them.
   */
  readonly runners?: number
  /** Milliseconds after which an idle runner is ended. */
  readonly idleMs?: number
  /** The layers that may be used; all by default. */
  readonly levels?: readonly SandboxLevel[]
}

export interface Sandbox {
  /**
   * Resolves with the code's outcome.
   * Throws SandboxUnavailable if no runner can be started, and SandboxBusy if too many interactive calls of the workspace wait.
   */
  run(job: SandboxJob): Promise<SandboxOutcome>
  /** The isolation of code, probed once. */
  level(): Promise<{ level: SandboxLevel; isWalled: boolean; details: string }>
  /** Counts of this process, for metrics. */
  figures(): Readonly<Record<Language, LanguageFigures>>
  /** Ends all runners: running calls are cancelled, waiting ones fail with SandboxUnavailable. */
  close(): Promise<void>
}

const defaultMs = 10_000
const maximumMs = maxCodeSeconds * 1_000
/** A call with a longer time limit counts as long. */
const shortMs = standardCodeSeconds * 1_000
const waitingCalls = 100
/** Attempts if runners end before the code begins, or are killed from outside. */
const attempts = 4

export function createSandbox(options: SandboxOptions): Sandbox {
  const { strict = false, runners: size = runnersFor(usableMemory()), idleMs = 60_000 } = options
  const outbound = options.guardedFetch ? outboundThrough(options.guardedFetch) : null
  const runners = new Runners(resolve(options.folder), options.levels ?? levels)
  const figures = { javascript: new LanguageFigures(), python: new LanguageFigures() }
  const poolOf = (language: Language) =>
    new Pool({
      size,
      idleMs,
      maxWaiting: waitingCalls,
      start() {
        figures[language].startedRunners++
        return runners.start(language)
      },
    })
  const pools = { javascript: poolOf('javascript'), python: poolOf('python') }

  const closing = new AbortController()
  setMaxListeners(0, closing.signal)

  const level = async () => {
    const { layer, details } = await runners.probed()
    return { level: layer.level, isWalled: isWall(layer.level), details }
  }
  return {
    level,
    run: (job) =>
      figures[job.language].count(async () => {
        const sandboxLevel = await level()
        if (strict && !sandboxLevel.isWalled)
          throw new NoSandbox(
            `CODE_SANDBOX is strict, and no namespace layer works here. ${sandboxLevel.details}`,
          )
        const limited = job.hosts && options.guardedFetch && restrictedTo(options.guardedFetch, job.hosts)
        const outboundOfJob = limited ? outboundThrough(limited) : outbound
        return runIn(pools[job.language], job, outboundOfJob, closing.signal)
      }),
    figures: () => figures,
    close: async () => {
      closing.abort()
      await Promise.all([pools.javascript.close(), pools.python.close()])
      await runners.close()
    },
  }
}

const isWall = (level: SandboxLevel) => level === 'bubblewrap' || level === 'namespaces'

async function runIn(
  pool: Pool,
  job: SandboxJob,
  outbound: Outbound | null,
  closing: AbortSignal,
): Promise<SandboxOutcome> {
  const { workspace, run = '', timeoutMs = defaultMs } = job
  const kind = job.run === undefined ? 'interactive' : timeoutMs > shortMs ? 'long' : 'short'
  const signal = job.signal ? AbortSignal.any([job.signal, closing]) : closing
  let hasFailed = false
  for (let attempt = 0; attempt < attempts; attempt++) {
    const slot = await pool.acquire({ workspace, kind, run, signal: job.signal }, attempt > 0)
    if (!slot) return refused('cancelled', 'AbortError', 'The call was cancelled.')
    let reusable = true
    try {
      // Serialized only now, so that waiting calls do not hold the text in memory.
      const call = readJob(job, outbound, signal)
      if ('status' in call) return call
      reusable = false
      const runner = await slot.runner.catch((error: unknown) => {
        // The code has not begun, so the call may try one other runner.
        if (!(error instanceof SandboxUnavailable) || hasFailed || signal.aborted) throw error
        hasFailed = true
        return null
      })
      if (!runner || runner.hasEnded) continue
      const called = await callRunner(runner, call)
      reusable = called.isReusable
      if (called.outcome) return called.outcome
    } finally {
      pool.release(slot, reusable)
    }
  }
  throw new SandboxUnavailable(
    `${attempts} sandbox runners in a row ended before the code did. The machine may lack memory.`,
  )
}

function readJob(job: SandboxJob, outbound: Outbound | null, signal: AbortSignal): Call | SandboxOutcome {
  const { code, environment = {}, timeoutMs = defaultMs } = job
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
  for (const [name, text, limit] of sizes)
    if (Buffer.byteLength(text) > limit)
      return refused('input_too_large', 'RangeError', `The ${name} is larger than ${limit} bytes.`)
  const permitted = job.network ? outbound : null
  const mark = `${randomUUID()} `
  const marked = markExact(data, mark)
  const head = { code, environment, network: permitted !== null, mark, isExact: marked !== null }
  if (marked !== null && job.language === 'javascript') data = marked
  const timeout = Math.min(Math.max(Math.ceil(timeoutMs), 1), maximumMs)
  return { head, data, timeoutMs: timeout, clock: job.clock ?? 'wall', signal, outbound: permitted }
}

function refused(...[kind, type, message]: Parameters<typeof errorOf>): SandboxOutcome {
  return { status: 'error', error: errorOf(kind, type, message), stdout: '', stderr: '', durationMs: 0 }
}
