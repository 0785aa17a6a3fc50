import {
  afterOverload,
  backOff,
  fairShares,
  growLimits,
  type Limits,
  type LimitsReached,
  startingLimits,
} from '../../../engine/schedule/index.ts'
import type { Database, Store, Tx } from '../../db/index.ts'
import type { Clock, Limiter } from './limiter.ts'
import { shareOf } from './local-limiter.ts'
import {
  dropLease,
  findPoolState,
  holdLease,
  liveLeases,
  lockPool,
  type PoolKey,
  type Rates,
  savePool,
} from './slot-queries.ts'

/** Milliseconds between two transactions on the shared row while calls run. */
const visitEvery = 200
/** Milliseconds for which a share is valid without renewal. After a crash the share is blocked for as long. */
const leaseTime = 3_000

interface PoolState {
  readonly limits: Limits
  readonly grownAt: number
}

/** A local event that is still to be applied to the shared limits. Its times are the database's. */
type News = (limits: Limits) => Limits

/**
 * The limits of a pool that processes share. A row holds the limits, and each process leases a part of the slots and
 * rates. The process renews its lease every 200 ms and after each refusal.
 */
export function sharedLimiter(
  store: Store,
  key: PoolKey,
  holder: string,
  clock: Clock,
  changed: () => void,
): Limiter {
  let limits = startingLimits
  let slots = 0
  let shareOfSlots = 0
  let heldUntil = 0
  let visitedAt = 0
  let demand = 0
  let held: LimitsReached = { bySlots: false, byRequests: false, byTokens: false }
  let rates: Rates = { requests: 0, tokens: 0 }
  /** Throughput of the other processes. */
  let elsewhere: Rates = { requests: 0, tokens: 0 }
  let pendingChanges: News[] = []
  let visiting: Promise<void> | null = null
  let isUrgent = false
  /** Bounds of the database's clock minus the clock of this process; a pause is rounded up with both. */
  let clockOffset = { least: 0, most: 0 }

  const addChange = (what: News) => {
    limits = what(limits)
    pendingChanges.push(what)
    isUrgent = true
    visit()
  }

  function visit(): void {
    if (visiting) return
    isUrgent = false
    visitedAt = clock()
    visiting = store
      .transact(renew)
      // Storage is unreachable. The lease is valid until it expires; the next tick tries again.
      .catch(() => {})
      .finally(() => {
        visiting = null
        changed()
        if (isUrgent) visit()
      })
  }

  async function renew(tx: Tx): Promise<void> {
    const events = pendingChanges
    const wasHeld = held
    const askedAt = clock()
    const row = await lockPool(tx, key, JSON.stringify({ limits: startingLimits, grownAt: 0 }))
    const { now } = row
    const offset = { least: now - clock(), most: now - askedAt }
    const stored = JSON.parse(row.state) as PoolState
    const seconds = Math.min(1, Math.max(0, now - stored.grownAt) / 1000)
    const grownLimits = growLimits(
      events.reduce((state, what) => what(state), stored.limits),
      now,
      seconds,
      wasHeld,
    )
    const others = (await liveLeases(tx, key, now)).filter((lease) => lease.holder !== holder)
    const grantedSlots = slotsOf(grownLimits, holder, demand, others, now)
    await holdLease(tx, { ...key, holder, demand, slots: grantedSlots, rates, expiresAt: now + leaseTime })
    await savePool(tx, key, JSON.stringify({ limits: grownLimits, grownAt: now }), now)
    clockOffset = offset
    heldUntil = askedAt + leaseTime
    pendingChanges = pendingChanges.slice(events.length)
    held = { bySlots: false, byRequests: false, byTokens: false }
    limits = pendingChanges.reduce((state, what) => what(state), grownLimits)
    slots = grantedSlots
    elsewhere = sumOf(others)
    shareOfSlots = grantedSlots / Math.max(1, Math.floor(grownLimits.concurrency))
  }

  return {
    get limits() {
      return limits
    },
    get passingElsewhere() {
      return elsewhere.requests
    },
    get share() {
      if (clock() > heldUntil) return shareOf(limits, 0, 0)
      const share = shareOf(limits, slots, shareOfSlots)
      return { ...share, pausedUntil: share.pausedUntil - clockOffset.least }
    },
    refused(refused) {
      const { most } = clockOffset
      const times = { now: refused.now + most, startedAt: refused.startedAt + most }
      const rates = {
        requestsPerSecond: refused.requestsPerSecond + elsewhere.requests,
        tokensPerSecond: refused.tokensPerSecond + elsewhere.tokens,
      }
      addChange((state) => backOff(state, { ...refused, ...times, ...rates }))
    },
    overloaded(overload) {
      const { most } = clockOffset
      const times = { now: overload.now + most, startedAt: overload.startedAt + most }
      addChange((state) => afterOverload(state, { ...overload, ...times }))
    },
    look(now, observed) {
      const isNew = demand === 0 && observed.demand > 0
      demand = observed.demand
      rates = observed.rates
      held = {
        bySlots: held.bySlots || observed.held.bySlots,
        byRequests: held.byRequests || observed.held.byRequests,
        byTokens: held.byTokens || observed.held.byTokens,
      }
      if (isNew || now - visitedAt >= visitEvery) visit()
    },
    async rest() {
      await visiting
      demand = 0
      slots = 0
      heldUntil = 0
      // If storage is unreachable, the lease expires.
      await store.transact((tx) => dropLease(tx, key, holder)).catch(() => {})
    },
  }
}

/** The limits that processes have learned for a pool; undefined if it was never used. */
export async function storedLimits(db: Database, key: PoolKey): Promise<Limits | undefined> {
  const state = await findPoolState(db, key)
  return state === undefined ? undefined : (JSON.parse(state) as PoolState).limits
}

const sumOf = (leases: readonly { requests_per_second: number; tokens_per_second: number }[]): Rates => ({
  requests: leases.reduce((sum, lease) => sum + lease.requests_per_second, 0),
  tokens: leases.reduce((sum, lease) => sum + lease.tokens_per_second, 0),
})

/** The fair share of this process, at most what the other leases leave. */
function slotsOf(
  { concurrency }: Limits,
  holder: string,
  demand: number,
  others: readonly { holder: string; demand: number; slots: number }[],
  now: number,
): number {
  const all = [...others, { holder, demand, slots: 0 }].sort((one, other) =>
    one.holder < other.holder ? -1 : 1,
  )
  const turn = Math.floor(now / leaseTime)
  const shares = fairShares(
    concurrency,
    all.map((lease) => lease.demand),
    turn,
  )
  const fair = shares[all.findIndex((lease) => lease.holder === holder)]!
  const usedSlots = others.reduce((sum, lease) => sum + lease.slots, 0)
  return Math.max(0, Math.min(fair, Math.floor(concurrency) - usedSlots))
}
