import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { roomFor } from '../../engine/schedule/index.ts'
import type { Store } from '../db/index.ts'
import { asStartedBy } from '../started-by.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { CommitTurns } from './commit-turns.ts'
import { type Ending, type JobHandler, LeaseLost } from './job.ts'
import { doneState, JobLease } from './job-lease.ts'
import type { Jobs } from './jobs.ts'
import {
  type ClaimedJob,
  claimJobs,
  deleteFinishedJobs,
  extendLeases,
  latestJobTime,
  leasedJobUpdate,
  moveDueJobs,
  selectLeases,
  updateLeasedJob,
} from './queries.ts'

export interface WorkerOptions {
  /**
   * Concurrent jobs of one workspace. All workspaces together may run twice as many, so that one workspace does not
   * block the others.
   */
  readonly size: number
  /** Milliseconds until a lease that is not extended expires. */
  readonly leaseMilliseconds: number
  /** Attempts without progress before a job fails. */
  readonly attempts: number
  /** Milliseconds before a retry; they double with each attempt. */
  readonly retryMilliseconds: number
  /** Milliseconds after which finished jobs are deleted. */
  readonly retentionMilliseconds: number
  readonly now: () => number
  readonly report: (error: unknown) => void
}

const defaults: Omit<WorkerOptions, 'now' | 'report'> = {
  size: 16,
  leaseMilliseconds: 15_000,
  attempts: 5,
  retryMilliseconds: 1_000,
  retentionMilliseconds: 7 * 24 * 3_600_000,
}
/** Milliseconds by which the clock may go back unnoticed. */
const clockTolerance = 1_000
/** Maximum attempts that outages of storage use up. */
const attemptsOfOutages = 2
/** Milliseconds; also the delay until a process notices new or cancelled jobs of another process. */
const heartbeatMilliseconds = 500
const cleanupMilliseconds = 3_600_000
/** Milliseconds from the end of an outage to the next claim. All processes store answers that came in the outage meanwhile. */
const outageRetryMilliseconds = 1_000

interface Running {
  readonly job: ClaimedJob
  readonly lease: JobLease
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** The progress of a worker, for health checks. */
export interface WorkerProgress {
  readonly running: number
  readonly finished: number
  readonly last_finished_at: number | null
}

/** Claims jobs, extends their leases and ends them according to their handlers' results. A process has one worker. */
export class JobWorker {
  readonly #store: Store
  readonly #handlers: ReadonlyMap<string, JobHandler>
  readonly #options: WorkerOptions
  readonly #owner = randomUUID()
  readonly #running = new Map<string, Running>()
  readonly #turns = new CommitTurns()
  readonly #stopListening: () => void
  readonly #loops: Promise<unknown>
  /** After it aborts, no further job starts. */
  readonly #draining = new AbortController()
  /** Aborts all pauses when the worker stops; waiting for their end would take half a second. */
  readonly #stopping = new AbortController()
  /** Jobs that met an outage of storage, which may also have prevented that their failure was recorded. */
  readonly #metOutage = new Set<string>()
  #wake: () => void = () => {}
  #extendAt = 0
  /** The latest time that this worker has seen, and at its start the latest time that is stored. */
  #latest: number | null = null
  #finished = 0
  #lastFinishedAt: number | null = null

  constructor(
    store: Store,
    jobs: Jobs,
    handlers: readonly JobHandler[],
    options: Partial<WorkerOptions> & Pick<WorkerOptions, 'now' | 'report'>,
  ) {
    this.#store = store
    this.#handlers = new Map(handlers.map((handler) => [handler.kind, handler]))
    this.#options = { ...defaults, ...options }
    this.#stopListening = jobs.listen({
      woken: () => this.#wake(),
      cancelled: (run) => this.#abort(({ job }) => job.run === run),
      changed: (runs) => this.#recheck(new Set(runs)),
    })
    this.#loops = Promise.all([this.#claimLoop(), this.#heartbeatLoop(), this.#cleanupLoop()])
  }

  progress(): WorkerProgress {
    return { running: this.#running.size, finished: this.#finished, last_finished_at: this.#lastFinishedAt }
  }

  /**
   * Starts no further job, and requeues the running ones: at once, or when their calls under way have ended. Resolves
   * when no job is running.
   */
  async drain(): Promise<void> {
    this.#draining.abort()
    this.#abort(({ job }) => !this.#handlers.get(job.kind)!.endsCalls)
    this.#wake()
    await this.#whenIdle()
  }

  /** Stops the worker, aborts its running jobs and requeues them, so that another process can take them. */
  async stop(): Promise<void> {
    this.#draining.abort()
    this.#stopping.abort()
    this.#stopListening()
    this.#abort(() => true)
    this.#wake()
    await this.#loops
    await this.#whenIdle()
  }

  async #whenIdle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended: over }) => over))
  }

  async #claimLoop(): Promise<void> {
    while (!this.#draining.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      const claimed = await this.#guarded(() => this.#claim(), null)
      if (claimed === null) await this.#outage()
      else if (claimed > 0 && this.#room().full.length === 0) continue
      const pauseEnd = new AbortController()
      const pause = sleep(heartbeatMilliseconds, undefined, pauseEnd).catch(() => {})
      await Promise.race([woken, pause])
      pauseEnd.abort()
    }
  }

  /** Resolves some time after storage answers again. */
  async #outage(): Promise<void> {
    const { signal } = this.#draining
    const answers = () => latestJobTime(this.#store.db).then(() => true)
    while (!signal.aborted && !(await this.#guarded(answers, false))) await this.#pause()
    await sleep(outageRetryMilliseconds, undefined, { signal }).catch(() => {})
  }

  async #claim(): Promise<number> {
    const { count, full } = this.#room()
    if (count <= 0 || this.#handlers.size === 0) return 0
    const now = await this.#steadyTime()
    const claimed = await claimJobs(this.#store, {
      kinds: [...this.#handlers.keys()],
      count,
      except: full,
      owner: this.#owner,
      now,
      until: now + this.#options.leaseMilliseconds,
    })
    // Jobs that were claimed during the stop are requeued; otherwise they would wait until their leases end.
    if (this.#draining.signal.aborted) await Promise.all(claimed.map((job) => this.#requeue(job)))
    else for (const job of claimed) this.#start(job)
    return claimed.length
  }

  /** The time. If the clock was set back, jobs that were due become due again instead of waiting for the former time. */
  async #steadyTime(): Promise<number> {
    const latest = this.#latest ?? (await latestJobTime(this.#store.db))
    const now = this.#options.now()
    this.#latest = Math.max(latest, now)
    if (now < latest - clockTolerance) {
      // Jobs may have been queued since the last claim.
      await this.#store.transact((tx) => moveDueJobs(tx, now, latest + clockTolerance))
      this.#extendAt = 0
      this.#latest = now
    }
    return now
  }

  /** Number of jobs that may be claimed, and the workspaces at their limit. */
  #room(): { readonly count: number; readonly full: readonly number[] } {
    const { size } = this.#options
    const free = 2 * size - this.#running.size
    const runningOf = new Map<number, number>()
    for (const { job } of this.#running.values())
      runningOf.set(job.workspace_id, (runningOf.get(job.workspace_id) ?? 0) + 1)
    const full: number[] = []
    let count = roomFor(0, free, size)
    for (const [workspace, own] of runningOf) {
      const room = roomFor(own, free, size)
      if (room === 0) full.push(workspace)
      else count = Math.min(count, room)
    }
    return { count, full }
  }

  async #heartbeatLoop(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#pause()
      if (this.#running.size > 0) await this.#guarded(() => this.#heartbeat(), undefined)
    }
  }

  async #pause(): Promise<void> {
    await sleep(heartbeatMilliseconds, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }

  async #heartbeat(): Promise<void> {
    const runningJobs = new Map(this.#running)
    const leases = await selectLeases(this.#store.db, this.#owner)
    const generations = new Map(leases.map((row) => [keyOf(row), row.generation]))
    for (const [key, { job, stop }] of runningJobs)
      if (generations.get(key) !== job.generation) stop.abort(new LeaseLost('The lease was lost.'))
    const now = this.#options.now()
    if (now < this.#extendAt) return
    const until = now + this.#options.leaseMilliseconds
    // A lease whose end could not be written, as in an outage, belongs to no running job and must expire.
    const jobs = [...runningJobs.values()].map(({ job }) => job)
    await this.#store.transact((tx) => extendLeases(this.#store, tx, this.#owner, jobs, until))
    this.#extendAt = now + this.#options.leaseMilliseconds / 3
  }

  async #cleanupLoop(): Promise<void> {
    let next = 0
    while (!this.#draining.signal.aborted) {
      const now = this.#options.now()
      if (now >= next) {
        const finishedBefore = now - this.#options.retentionMilliseconds
        await this.#guarded(
          () => this.#store.transact((tx) => deleteFinishedJobs(tx, finishedBefore)),
          undefined,
        )
        next = now + cleanupMilliseconds
      }
      await this.#pause()
    }
  }

  #start(job: ClaimedJob): void {
    const stop = new AbortController()
    const key = keyOf(job)
    const { leaseMilliseconds, now } = this.#options
    const terms = { leaseMilliseconds, now, turns: this.#turns, stopping: this.#draining.signal }
    const lease = new JobLease(this.#store, job, stop, terms)
    const ended = this.#run(job, stop, lease)
      .catch(this.#options.report)
      .then(() => {
        // The job may have been claimed again after its lease expired.
        if (this.#running.get(key)?.lease === lease) this.#running.delete(key)
        this.#finished++
        this.#lastFinishedAt = this.#options.now()
        this.#wake()
      })
    this.#running.set(key, { job, stop, lease, ended: ended })
  }

  async #run(job: ClaimedJob, stop: AbortController, lease: JobLease): Promise<void> {
    const handler = this.#handlers.get(job.kind)!
    try {
      if (!this.#metOutage.delete(keyOf(job)) && job.attempts > this.#options.attempts)
        throw new Error('The job was started too often and never finished.')
      const starter = { workspace: job.workspace_id, role: job.started_by ?? 'viewer' } as const
      const ending = await asStartedBy(starter, () => handler.run(lease))
      if (!lease.isDone) await this.#end(job, ending)
    } catch (error) {
      if (stop.signal.aborted || error instanceof LeaseLost) await this.#requeue(job)
      else await this.#fail(job, handler, error)
    }
  }

  async #end(job: ClaimedJob, ending: Ending): Promise<void> {
    const change =
      ending.kind === 'done'
        ? doneState(this.#options.now())
        : // Reset the attempts, because a job that repeats makes progress.
          ({ state: 'queued', ready_at: ending.at, attempts: 0 } as const)
    await this.#store.append([leasedJobUpdate(this.#store.db, job, change).compile()])
  }

  /** Requeues a job if this worker still has its lease. */
  async #requeue(job: ClaimedJob): Promise<void> {
    const queuedState = {
      state: 'queued',
      ready_at: this.#options.now(),
      attempts: job.attempts - 1,
    } as const
    await this.#store.append([leasedJobUpdate(this.#store.db, job, queuedState).compile()])
  }

  async #fail(job: ClaimedJob, handler: JobHandler, error: unknown): Promise<void> {
    const { attempts, retryMilliseconds, now, report } = this.#options
    report(error)
    const text = error instanceof Error ? error.message : String(error)
    const isOutage = this.#store.isUnavailable(error)
    if (isOutage) this.#metOutage.add(keyOf(job))
    await this.#store.transact(async (tx) => {
      if (job.attempts < attempts || isOutage) {
        // An outage does not use up the last attempt, because the job is not its cause.
        const countedAttempts = isOutage ? Math.min(job.attempts, attemptsOfOutages) : job.attempts
        const ready_at = now() + retryMilliseconds * 2 ** (countedAttempts - 1)
        await updateLeasedJob(tx, job, { state: 'queued', ready_at, attempts: countedAttempts, error: text })
        return
      }
      const failed = await updateLeasedJob(tx, job, { state: 'failed', finished_at: now(), error: text })
      if (!failed) return
      const { workspace_id, run, payload } = job
      await handler.failed?.(tx, {
        workspace: workspace_id as WorkspaceId,
        run,
        payload: JSON.parse(payload) as unknown,
        error: text,
      })
    })
  }

  /** Runs the checks of all jobs of these runs. After a failed check, the job's next write checks again. */
  async #recheck(runs: ReadonlySet<string>): Promise<void> {
    const affected = [...this.#running.values()].filter(({ job }) => runs.has(job.run))
    await Promise.all(affected.map(({ lease }) => this.#guarded(() => lease.notifyListeners(), undefined)))
  }

  #abort(isAborted: (running: Running) => boolean): void {
    for (const running of this.#running.values())
      if (isAborted(running)) running.stop.abort(new LeaseLost('The job was cancelled.'))
  }

  /** Reports an error and returns `fallback`, because a short outage of storage must not end the worker. */
  async #guarded<T>(work: () => Promise<T>, fallback: T): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#options.report(error)
      return fallback
    }
  }
}

const keyOf = ({ workspace_id, id }: { workspace_id: number; id: string }) => `${workspace_id} ${id}`
