import { FairQueue } from '../../engine/schedule/index.ts'
import { starterWorkspace } from '../started-by.ts'

/** No permit became free in time. */
export class NoPermitError extends Error {
  override readonly name = 'NoPermitError'
}

/** How one workspace uses the permits. */
interface Share {
  /** Permits that the workspace holds or waits for in the queue. */
  permits: number
  readonly overLimit: Set<() => void>
}

/**
 * Limits how many calls use a resource at once, in all and for one workspace. Waiting workspaces take turns; the calls of
 * one workspace are served in the order in which they came.
 */
export class Permits {
  readonly #maxPerWorkspace: number
  #free: number
  readonly #queue = new FairQueue<() => void>()
  readonly #shares = new Map<string, Share>()
  readonly #whenEmpty: (() => void)[] = []

  constructor(count: number, maxPerWorkspace = count) {
    this.#free = count
    this.#maxPerWorkspace = maxPerWorkspace
  }

  /** Resolves with the function that releases the permit. Rejects with NoPermitError after the wait, or with the signal's reason. */
  async take(milliseconds = Number.POSITIVE_INFINITY, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const owner = String(starterWorkspace())
    const share = this.#shares.get(owner) ?? { permits: 0, overLimit: new Set() }
    this.#shares.set(owner, share)
    if (share.permits < this.#maxPerWorkspace && this.#free > 0) {
      share.permits++
      this.#free--
      this.#queue.markServed(owner)
    } else await this.#wait(owner, share, milliseconds, signal)
    return () => this.#release(owner, share)
  }

  /** Runs the work while holding a permit. */
  async hold<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.take(Number.POSITIVE_INFINITY, signal)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Resolves once no permit is held or waited for. */
  async emptied(): Promise<void> {
    if (this.#shares.size > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve))
  }

  #wait(owner: string, share: Share, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let timer: NodeJS.Timeout | undefined
    const stopWaiting = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    const granted = () => {
      stopWaiting()
      resolve()
    }
    const leave = (reason: unknown) => {
      stopWaiting()
      if (!share.overLimit.delete(granted)) {
        this.#queue.remove(owner, granted)
        this.#leave(owner, share)
      }
      reject(reason)
    }
    const abort = () => leave(signal!.reason)
    if (Number.isFinite(milliseconds))
      timer = setTimeout(() => leave(new NoPermitError('no permit became free in time')), milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
    if (share.permits < this.#maxPerWorkspace) this.#enter(owner, share, granted)
    else share.overLimit.add(granted)
    return promise
  }

  #enter(owner: string, share: Share, granted: () => void): void {
    share.permits++
    this.#queue.add(owner, granted)
  }

  #release(owner: string, share: Share): void {
    this.#leave(owner, share)
    const next = this.#queue.take()
    if (next) next()
    else this.#free++
  }

  #leave(owner: string, share: Share): void {
    share.permits--
    const [next] = share.overLimit
    if (next) {
      share.overLimit.delete(next)
      this.#enter(owner, share, next)
    } else if (share.permits === 0) this.#shares.delete(owner)
    if (this.#shares.size === 0) for (const empty of this.#whenEmpty.splice(0)) empty()
  }
}

/** Limits the calls of each workspace separately. */
export const permitsOfWorkspace = (count: number): Permits => new Permits(Number.POSITIVE_INFINITY, count)
