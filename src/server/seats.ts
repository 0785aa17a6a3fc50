import { FairQueue } from '../engine/schedule/index.ts'
import { startedFor } from './started-by.ts'

/** No seat became free in time. */
export class SeatsTakenError extends Error {
  override readonly name = 'SeatsTakenError'
}

/** The seats that one workspace has, and what waits because it has as many as it may. */
interface Share {
  /** Seats it has, and seats it waits for among the others. */
  entered: number
  readonly outside: Set<() => void>
}

/**
 * How many may be at something at once, and how many of them for one workspace. Workspaces that wait take turns; the work of
 * one workspace goes in the order in which it came.
 */
export class Seats {
  readonly #mostOfOne: number
  #free: number
  readonly #queue = new FairQueue<() => void>()
  readonly #shares = new Map<string, Share>()
  readonly #whenEmpty: (() => void)[] = []

  constructor(count: number, mostOfOne = count) {
    this.#free = count
    this.#mostOfOne = mostOfOne
  }

  /** Resolves with what gives the seat back. Rejects with SeatsTakenError when none is free in time, or with the signal's reason. */
  async take(milliseconds = Number.POSITIVE_INFINITY, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const owner = String(startedFor())
    const share = this.#shares.get(owner) ?? { entered: 0, outside: new Set() }
    this.#shares.set(owner, share)
    if (share.entered < this.#mostOfOne && this.#free > 0) {
      share.entered++
      this.#free--
      this.#queue.noteServed(owner)
    } else await this.#wait(owner, share, milliseconds, signal)
    return () => this.#giveBack(owner, share)
  }

  /** Resolves once nobody has or awaits a seat. */
  async emptied(): Promise<void> {
    if (this.#shares.size > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve))
  }

  #wait(owner: string, share: Share, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let impatience: NodeJS.Timeout | undefined
    const stopWaiting = () => {
      clearTimeout(impatience)
      signal?.removeEventListener('abort', abort)
    }
    const seated = () => {
      stopWaiting()
      resolve()
    }
    const leave = (reason: unknown) => {
      stopWaiting()
      if (!share.outside.delete(seated)) {
        this.#queue.remove(owner, seated)
        this.#leave(owner, share)
      }
      reject(reason)
    }
    const abort = () => leave(signal!.reason)
    if (Number.isFinite(milliseconds))
      impatience = setTimeout(() => leave(new SeatsTakenError('others took all of the time')), milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
    if (share.entered < this.#mostOfOne) this.#enter(owner, share, seated)
    else share.outside.add(seated)
    return promise
  }

  #enter(owner: string, share: Share, seated: () => void): void {
    share.entered++
    this.#queue.add(owner, seated)
  }

  #giveBack(owner: string, share: Share): void {
    this.#leave(owner, share)
    const next = this.#queue.take()
    if (next) next()
    else this.#free++
  }

  #leave(owner: string, share: Share): void {
    share.entered--
    const [next] = share.outside
    if (next) {
      share.outside.delete(next)
      this.#enter(owner, share, next)
    } else if (share.entered === 0) this.#shares.delete(owner)
    if (this.#shares.size === 0) for (const empty of this.#whenEmpty.splice(0)) empty()
  }
}
