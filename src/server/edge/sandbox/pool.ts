import { SandboxUnavailable } from './job.ts'
import type { RunnerProcess } from './runner-process.ts'

export interface PoolOptions {
  /** Runners at once, idle ones included. */
  readonly size: number
  /** An idle runner ends after this long. */
  readonly idleMs: number
  /** Calls that may wait for a runner. */
  readonly waiting: number
  start(): Promise<RunnerProcess>
}

export interface Seat {
  readonly runner: Promise<RunnerProcess>
  /** Null until its first call: a runner belongs to the workspace whose code it ran first. */
  workspace: number | null
  busy: boolean
  idle: NodeJS.Timeout | undefined
}

interface Waiter {
  readonly workspace: number
  take(seat: Seat): void
  refuse(error: Error): void
}

/** Runners of one language. After the first call one fresh runner is kept ready, as far as the size allows. */
export class Pool {
  readonly #options: PoolOptions
  /** In order of last use. */
  readonly #seats = new Set<Seat>()
  readonly #waiters: Waiter[] = []
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** A seat for this workspace, as soon as there is one; null when the signal comes first. */
  acquire(workspace: number, signal: AbortSignal | undefined): Promise<Seat | null> {
    if (signal?.aborted) return Promise.resolve(null)
    if (this.#closed) throw new SandboxUnavailable('The sandbox is closed.')
    if (this.#waiters.length >= this.#options.waiting)
      throw new SandboxUnavailable(`${this.#waiters.length} calls wait for a sandbox runner already.`)
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
        resolve(null)
      }
      const waiter: Waiter = {
        workspace,
        take: (seat) => {
          signal?.removeEventListener('abort', leave)
          resolve(seat)
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', leave)
          reject(error)
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiters.push(waiter)
      this.#serve()
    })
  }

  release(seat: Seat, reusable: boolean): void {
    seat.busy = false
    if (!reusable) this.#drop(seat)
    else if (this.#seats.delete(seat)) this.#rest(seat)
    this.#serve()
    this.#keepOneReady()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const waiter of this.#waiters.splice(0))
      waiter.refuse(new SandboxUnavailable('The sandbox is closed.'))
    await Promise.all([...this.#seats].map((seat) => this.#drop(seat)))
  }

  /** Workspaces without a running call go first; then whoever waits longest. */
  #serve(): void {
    while (this.#waiters.length > 0 && !this.#closed) {
      const running = new Set([...this.#seats].filter(({ busy }) => busy).map(({ workspace }) => workspace))
      const first = Math.max(
        0,
        this.#waiters.findIndex(({ workspace }) => !running.has(workspace)),
      )
      const { workspace } = this.#waiters[first]!
      const seat = this.#seatFor(workspace)
      if (!seat) return
      clearTimeout(seat.idle)
      seat.busy = true
      seat.workspace = workspace
      this.#waiters.splice(first, 1)[0]!.take(seat)
      this.#keepOneReady()
    }
  }

  #seatFor(workspace: number): Seat | null {
    const idle = [...this.#seats].filter(({ busy }) => !busy)
    const known =
      idle.find((seat) => seat.workspace === workspace) ?? idle.find((seat) => seat.workspace === null)
    if (known) return known
    if (this.#seats.size >= this.#options.size) {
      if (!idle[0]) return null
      this.#drop(idle[0])
    }
    return this.#open()
  }

  #keepOneReady(): void {
    if (this.#closed || this.#seats.size >= this.#options.size) return
    const all = [...this.#seats]
    if (all.some(({ busy }) => busy) && all.every(({ workspace }) => workspace !== null))
      this.#rest(this.#open())
  }

  #open(): Seat {
    const runner = this.#options.start()
    const seat: Seat = { runner, workspace: null, busy: false, idle: undefined }
    this.#seats.add(seat)
    const forget = () => {
      this.#seats.delete(seat)
      this.#serve()
    }
    runner.then(({ ended }) => ended).then(forget, forget)
    return seat
  }

  #rest(seat: Seat): void {
    this.#seats.add(seat)
    seat.idle = setTimeout(() => this.#drop(seat), this.#options.idleMs).unref()
  }

  async #drop(seat: Seat): Promise<void> {
    clearTimeout(seat.idle)
    this.#seats.delete(seat)
    try {
      const runner = await seat.runner
      runner.kill()
      await runner.ended
    } catch {
      // One that never came is gone already, and whoever waited for it was told.
    }
  }
}
