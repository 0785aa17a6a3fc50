import { type CallKind, FairQueue, mayTakeRunner } from '../../../engine/schedule/index.ts'
import { SandboxBusy, SandboxUnavailable } from './job.ts'
import type { RunnerProcess } from './runner-process.ts'

export interface PoolOptions {
  /** Maximum runners, including idle ones. */
  readonly size: number
  /** Milliseconds after which an idle runner is ended. */
  readonly idleMs: number
  /** Maximum waiting interactive calls of a workspace. The callers limit calls of other kinds. */
  readonly maxWaiting: number
  start(): Promise<RunnerProcess>
}

/** A call that needs a runner. Workspaces take turns, and so do the runs of one workspace. */
export interface RunnerRequest {
  readonly workspace: number
  readonly kind: CallKind
  readonly run: string
  readonly signal: AbortSignal | undefined
}

export interface Slot {
  readonly runner: Promise<RunnerProcess>
  /** The only workspace that the runner serves; null until its first call. */
  workspace: number | null
  /** The kind of the running call; null while the runner is idle. */
  kind: CallKind | null
  idle: NodeJS.Timeout | undefined
}

interface Waiter {
  take(slot: Slot): void
  refuse(error: Error): void
}

/** The waiting calls of one kind and workspace. */
interface WaitingCalls {
  readonly workspace: number
  readonly kind: CallKind
  readonly calls: FairQueue<Waiter>
}

/** Runners are started ahead of calls only below this number. */
const standbyRunners = 2

/** The runners of one language. After the first call, one unused runner is kept ready. */
export class Pool {
  readonly #options: PoolOptions
  /** In the order of last use. */
  readonly #slots = new Set<Slot>()
  /** By workspace and kind, in the order in which they take turns. */
  readonly #queues = new Map<string, WaitingCalls>()
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /**
   * Resolves with a slot once one is free; null if the signal aborts first. `isRetry` puts the call before other calls
   * of its run.
   */
  acquire({ workspace, kind, run, signal }: RunnerRequest, isRetry: boolean): Promise<Slot | null> {
    if (signal?.aborted) return Promise.resolve(null)
    if (this.#closed) throw new SandboxUnavailable('The sandbox is closed.')
    const key = `${workspace} ${kind}`
    const queue = this.#queues.get(key) ?? { workspace, kind, calls: new FairQueue() }
    if (kind === 'interactive' && queue.calls.size >= this.#options.maxWaiting) throw new SandboxBusy()
    this.#queues.set(key, queue)
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.calls.remove(run, waiter)
        if (queue.calls.size === 0) this.#queues.delete(key)
        resolve(null)
      }
      const waiter: Waiter = {
        take: (slot) => {
          signal?.removeEventListener('abort', leave)
          resolve(slot)
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', leave)
          reject(error)
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      queue.calls.add(run, waiter, isRetry)
      this.#serve()
    })
  }

  release(slot: Slot, reusable: boolean): void {
    slot.kind = null
    if (!reusable) this.#drop(slot)
    else if (this.#slots.delete(slot)) this.#keepIdle(slot)
    this.#serve()
    this.#keepOneReady()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { calls } of this.#queues.values())
      for (let waiter = calls.take(); waiter; waiter = calls.take())
        waiter.refuse(new SandboxUnavailable('The sandbox is closed.'))
    this.#queues.clear()
    await Promise.all([...this.#slots].map((slot) => this.#drop(slot)))
  }

  #serve(): void {
    for (let next = this.#nextQueue(); next && !this.#closed; next = this.#nextQueue()) {
      const [key, { workspace, kind, calls }] = next
      const slot = this.#slotFor(workspace)
      clearTimeout(slot.idle)
      slot.kind = kind
      slot.workspace = workspace
      const waiter = calls.take()!
      this.#queues.delete(key)
      if (calls.size > 0) this.#queues.set(key, next[1])
      waiter.take(slot)
      this.#keepOneReady()
    }
  }

  /**
   * Returns the next queue that may get a runner: the queue whose workspace has the fewest runners, and among equals the
   * one that has waited longest for its turn.
   */
  #nextQueue(): readonly [string, WaitingCalls] | null {
    const busy = [...this.#slots].filter(({ kind }) => kind !== null)
    const isInteractive = ({ kind }: Slot | WaitingCalls) => kind === 'interactive'
    const interactive = busy.filter(isInteractive).length
    const use = { total: this.#options.size, interactive, background: busy.length - interactive }
    let best: readonly [string, WaitingCalls] | null = null
    let fewest = Number.POSITIVE_INFINITY
    for (const entry of this.#queues) {
      const line = entry[1]
      const ofWorkspace = busy.filter(({ workspace }) => workspace === line.workspace)
      const sameKind = ofWorkspace.filter((slot) => isInteractive(slot) === isInteractive(line)).length
      if (sameKind >= fewest) continue
      if (!mayTakeRunner(line.kind, { ...use, own: sameKind, ofWorkspace: ofWorkspace.length })) continue
      best = entry
      fewest = sameKind
    }
    return best
  }

  /** Call this only while fewer runners are busy than the pool's size. */
  #slotFor(workspace: number): Slot {
    const idle = [...this.#slots].filter(({ kind }) => kind === null)
    const idleRunner =
      idle.find((slot) => slot.workspace === workspace) ?? idle.find((slot) => slot.workspace === null)
    if (idleRunner) return idleRunner
    if (this.#slots.size >= this.#options.size) this.#drop(idle[0]!)
    return this.#open()
  }

  #keepOneReady(): void {
    if (this.#closed || this.#slots.size >= Math.min(standbyRunners, this.#options.size)) return
    const all = [...this.#slots]
    if (all.some(({ kind }) => kind !== null) && all.every(({ workspace }) => workspace !== null))
      this.#keepIdle(this.#open())
  }

  #open(): Slot {
    const runner = this.#options.start()
    const slot: Slot = { runner, workspace: null, kind: null, idle: undefined }
    this.#slots.add(slot)
    const remove = () => {
      this.#slots.delete(slot)
      this.#serve()
    }
    runner.then(({ ended }) => ended).then(remove, remove)
    return slot
  }

  #keepIdle(slot: Slot): void {
    this.#slots.add(slot)
    slot.idle = setTimeout(() => this.#drop(slot), this.#options.idleMs).unref()
  }

  async #drop(slot: Slot): Promise<void> {
    clearTimeout(slot.idle)
    this.#slots.delete(slot)
    try {
      const runner = await slot.runner
      runner.kill()
      await runner.ended
    } catch {
      // The runner failed to start, and its caller has the error.
    }
  }
}
