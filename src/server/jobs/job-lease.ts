import {
  type CompiledQuery,
  ConditionFailedError,
  enqueueCondition,
  type Store,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { CommitTurns } from './commit-turns.ts'
import { type ChangeListener, type Lease, LeaseLost } from './job.ts'
import { type ClaimedJob, extendLease, hasLease, leasedJobUpdate } from './queries.ts'

interface LeaseOptions {
  readonly leaseMilliseconds: number
  readonly now: () => number
  readonly turns: CommitTurns
  readonly stopping: AbortSignal
}

export const doneState = (now: number) => ({ state: 'done', finished_at: now }) as const

/**
 * The lease of a claimed job. Each write extends the lease. If a write finds that the lease is lost, it aborts
 * `signal`.
 */
export class JobLease implements Lease {
  readonly workspace: WorkspaceId
  readonly id: string
  readonly run: string
  readonly payload: unknown
  readonly signal: AbortSignal
  readonly stopping: AbortSignal
  /** True after `finish` has ended the job. */
  isDone = false
  readonly #store: Store
  readonly #job: ClaimedJob
  readonly #stop: AbortController
  readonly #terms: LeaseOptions
  readonly #listeners = new Set<ChangeListener>()

  constructor(store: Store, job: ClaimedJob, stop: AbortController, terms: LeaseOptions) {
    this.workspace = job.workspace_id as WorkspaceId
    this.id = job.id
    this.run = job.run
    this.payload = JSON.parse(job.payload) as unknown
    this.signal = stop.signal
    this.stopping = terms.stopping
    this.#store = store
    this.#job = job
    this.#stop = stop
    this.#terms = terms
  }

  whenChanged(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Runs all registered checks. */
  async notifyListeners(): Promise<void> {
    await Promise.all([...this.#listeners].map((listener) => listener()))
  }

  commit<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#terms.turns.take(this.workspace, () =>
      this.#writeIf((tx) => extendLease(tx, this.#job, this.#until()), write),
    )
  }

  async finish<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    const isWritten = await this.#writeIf(
      (tx) => leasedJobUpdate(tx, this.#job, doneState(this.#terms.now())),
      write,
    )
    this.isDone = true
    return isWritten
  }

  /**
   * Sends the condition with the first statement of `write`, because waiting for its result would block all writers on
   * SQLite.
   */
  async #writeIf<T>(
    condition: (tx: Tx) => ReturnType<typeof extendLease | typeof leasedJobUpdate>,
    write: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#store.transact(async (tx) => {
        await enqueueCondition(tx, condition(tx))
        return write(tx)
      })
    } catch (error) {
      // The failed condition may be one of the caller's own statements.
      if (!(error instanceof ConditionFailedError) || (await hasLease(this.#store.db, this.#job))) throw error
      throw this.#lose()
    }
  }

  async append(unit: readonly CompiledQuery[]): Promise<void> {
    const condition = extendLease(this.#store.db, this.#job, this.#until()).compile()
    if (!(await this.#store.appendIf(condition, unit))) throw this.#lose()
  }

  #until(): number {
    return this.#terms.now() + this.#terms.leaseMilliseconds
  }

  #lose(): LeaseLost {
    this.#stop.abort()
    return new LeaseLost('The job was cancelled, or another process has it.')
  }
}
