import {
  type Bucket,
  drawFromBucket,
  FairQueue,
  type Fault,
  faultOf,
  isHopeless,
  isOpen,
  type Limits,
  type LimitsReached,
  refillBucket,
  waitOf,
} from '../../../engine/schedule/index.ts'
import { CallsAtRisk } from './calls-at-risk.ts'
import type { Clock, Limiter, Share } from './limiter.ts'
import { NeighbouringCallsOfPool } from './neighbouring-calls.ts'
import type { EndedAttempt, PoolCall, RefusedAttempt } from './pool-call.ts'
import { Throughput } from './throughput.ts'

export interface Slot {
  /** Call this once when the attempt ends. Returns the cause of a refusal; null without a refusal. */
  end(attempt: EndedAttempt): Fault | 'hopeless call' | null
}

interface Waiter {
  readonly call: PoolCall
  start(slot: Slot): void
}

const noLimitsReached: LimitsReached = { bySlots: false, byRequests: false, byTokens: false }
/** Milliseconds between ticks. */
const checkInterval = 50
/** Milliseconds without calls after which the share is given back. */
const idleMilliseconds = 1000
/** Calls of this many seconds may start at once, because timers fire late. */
const burst = { requests: 0.02, tokens: 0.25 }

/** Calls of this process to one provider, with one key and one model. */
export class Pool {
  readonly #limiter: Limiter
  readonly #clock: Clock
  readonly #queue = new FairQueue<Waiter>()
  readonly #throughput: Throughput
  readonly #atRisk: CallsAtRisk
  readonly #neighbouringCalls = new NeighbouringCallsOfPool()
  #requests: Bucket = { level: 1, at: 0 }
  #tokens: Bucket = { level: 1, at: 0 }
  #limitsReached = noLimitsReached
  #busyAt = 0
  #ticker: NodeJS.Timeout | null = null
  #wakeTimer: NodeJS.Timeout | null = null

  /**
   * `killedAt` returns when this process started, if the process before it was killed during calls; otherwise a time
   * far in the past.
   */
  constructor(limiter: Limiter, clock: Clock, killedAt: () => number) {
    this.#limiter = limiter
    this.#clock = clock
    this.#throughput = new Throughput(clock())
    this.#atRisk = new CallsAtRisk(clock, killedAt)
  }

  get limits(): Limits {
    return this.#limiter.limits
  }

  get isIdle(): boolean {
    return this.#ticker === null
  }

  /** An idle pool has no slots. */
  get figures(): { readonly underWay: number; readonly waiting: number; readonly slots: number } {
    const slots = this.isIdle ? 0 : Math.floor(this.#limiter.share.slots)
    return { underWay: this.#atRisk.underWay, waiting: this.#queue.size, slots }
  }

  /** Resolves when an attempt may start. A call that is retried goes before the other calls of its run. */
  acquire(call: PoolCall, signal: AbortSignal): Promise<Slot> {
    const { run } = call
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const leave = () => {
        this.#queue.remove(run, waiter)
        reject(signal.reason)
      }
      const waiter: Waiter = {
        call,
        start(slot) {
          signal.removeEventListener('abort', leave)
          resolve(slot)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#queue.add(run, waiter, call.suspended !== null)
      this.#watch()
      this.dispatch()
    })
  }

  /** Call this when a call has ended and its answers are stored. */
  recordEnd(call: PoolCall, answers: number): void {
    if (answers === 0) {
      this.#neighbouringCalls.exclude(call)
      return
    }
    const wasAtLimit = this.#atRisk.isAtLimit(this.#clock())
    this.#atRisk.countStored(answers)
    if (wasAtLimit) setImmediate(() => this.dispatch())
  }

  /** Starts the waiting calls that may start. Call this after every change. */
  dispatch(): void {
    const share = this.#limiter.share
    const now = this.#clock()
    while (this.#queue.size > 0) {
      const wait = this.#waitFor(share, now)
      if (wait > 0) {
        this.#wakeIn(wait)
        break
      }
      this.#start(now)
    }
  }

  /** Milliseconds until the next call may start; infinite if it must wait for a running call to end. */
  #waitFor({ slots, requestsPerSecond, tokensPerSecond, pausedUntil }: Share, now: number): number {
    if (now < pausedUntil) return pausedUntil - now
    if (this.#atRisk.underWay >= slots) {
      this.#limitsReached = { ...this.#limitsReached, bySlots: true }
      return Number.POSITIVE_INFINITY
    }
    if (this.#atRisk.isAtLimit(now)) return Number.POSITIVE_INFINITY
    const requests = flowOf(requestsPerSecond, burst.requests)
    const tokens = flowOf(tokensPerSecond, burst.tokens)
    this.#requests = requests ? refillBucket(this.#requests, requests, now) : full
    this.#tokens = tokens ? refillBucket(this.#tokens, tokens, now) : full
    if (requests && !isOpen(this.#requests)) {
      this.#limitsReached = { ...this.#limitsReached, byRequests: true }
      return waitOf(this.#requests, requests)
    }
    if (tokens && !isOpen(this.#tokens)) {
      this.#limitsReached = { ...this.#limitsReached, byTokens: true }
      return waitOf(this.#tokens, tokens)
    }
    return 0
  }

  async close(): Promise<void> {
    this.#stopWatching()
    if (this.#wakeTimer) clearTimeout(this.#wakeTimer)
    await this.#limiter.release()
  }

  #start(startedAt: number): void {
    const waiter = this.#queue.take()!
    const { call } = waiter
    this.#requests = drawFromBucket(this.#requests, 1)
    this.#tokens = drawFromBucket(this.#tokens, call.tokens)
    this.#throughput.add(startedAt, call.tokens)
    this.#atRisk.begin()
    this.#neighbouringCalls.begin(call)
    waiter.start({
      end: (attempt) => {
        this.#atRisk.end(attempt.kind === 'answered')
        this.#busyAt = this.#clock()
        // The next call can reuse the connection of this call in the next turn; in this turn it would open a new one.
        setImmediate(() => this.dispatch())
        return this.#learn(attempt, startedAt, call)
      },
    })
  }

  #learn(attempt: EndedAttempt, startedAt: number, call: PoolCall): Fault | 'hopeless call' | null {
    if (attempt.kind === 'failed') return null
    if (attempt.kind === 'answered') {
      this.#answered(attempt.tokens, startedAt, call)
      return null
    }
    this.#throughput.subtract(startedAt, call.tokens)
    call.isRefused = true
    const { fault: cause, refusals } = faultOf(
      call.refusals,
      startedAt,
      this.#neighbouringCalls.figures(this.#limiter),
    )
    // After one reduction a call counts against itself; otherwise a call that is always refused would lower the limit
    // with each attempt.
    const fault = call.hasLoweredPool ? 'call' : cause
    call.refusals = refusals
    call.suspended = fault === 'call' ? { ...attempt, startedAt } : null
    if (refusals.proven > 0) this.#neighbouringCalls.exclude(call)
    if (fault === 'pool') {
      call.hasLoweredPool = true
      this.#lowerLimit(attempt, startedAt)
    }
    return fault === 'call' && isHopeless(refusals) ? 'hopeless call' : fault
  }

  #answered(tokens: number | null, startedAt: number, call: PoolCall): void {
    this.#tokens = drawFromBucket(this.#tokens, (tokens ?? call.tokens) - call.tokens)
    this.#neighbouringCalls.answered(startedAt)
    call.isRefused = false
    call.hasLoweredPool = false
    const { suspended } = call
    call.suspended = null
    // The call was refused before and is answered now, so the pool's limit was the cause. The time of its Retry-After
    // is over.
    if (suspended) this.#lowerLimit({ ...suspended, retryAfter: null }, suspended.startedAt)
  }

  /** Lowers the limit of the pool after a refusal. */
  #lowerLimit(attempt: RefusedAttempt, startedAt: number): void {
    const now = this.#clock()
    const { retryAfter } = attempt
    if (attempt.kind === 'overloaded') {
      this.#limiter.overloaded({ now, startedAt, retryAfter })
      return
    }
    const { requests, tokens } = this.#throughput.perSecond(now)
    this.#limiter.refused({
      now,
      startedAt,
      retryAfter,
      requestsPerSecond: requests,
      tokensPerSecond: tokens,
      of: attempt.of,
    })
    this.#throughput.pause(now, this.#limiter.share.pausedUntil)
  }

  #watch(): void {
    this.#busyAt = this.#clock()
    if (this.#ticker) return
    this.#ticker = setInterval(() => this.#tick(), checkInterval).unref()
    this.#tick()
  }

  #tick(): void {
    const now = this.#clock()
    const demand = this.#queue.size + this.#atRisk.underWay
    if (demand === 0 && now - this.#busyAt > idleMilliseconds) {
      this.#stopWatching()
      void this.#limiter.release()
      return
    }
    const limitsReached = this.#limitsReached
    this.#limitsReached = noLimitsReached
    this.#limiter.tick(now, { demand, limitsReached, rates: this.#throughput.perSecond(now) })
    this.dispatch()
  }

  #stopWatching(): void {
    if (this.#ticker) clearInterval(this.#ticker)
    this.#ticker = null
  }

  #wakeIn(milliseconds: number): void {
    if (this.#wakeTimer || milliseconds === Number.POSITIVE_INFINITY) return
    this.#wakeTimer = setTimeout(
      () => {
        this.#wakeTimer = null
        this.dispatch()
      },
      Math.min(milliseconds, 1000),
    )
  }
}

const full: Bucket = { level: 1, at: 0 }

const flowOf = (perSecond: number | null, seconds: number) =>
  perSecond === null ? null : { perSecond, capacity: Math.max(1, perSecond * seconds) }
