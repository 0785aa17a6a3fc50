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
  deleteLease,
  findPoolState,
  liveLeases,
  lockPool,
  type PoolKey,
  type Rates,
  saveLease,
  savePool,
} from './slot-queries.ts'

/** Milliseconds between two transactions on the shared row while calls run. */
const renewInterval = 200
/** Milliseconds for which a share is valid without renewal. After a crash the share is blocked for as long. */
const leaseTime = 3_000

interface PoolState {
  readonly limits: Limits
  readonly grownAt: number
}

/** A local event that is still to be applied to the shared limits. Its times are the database's. */
type LimitsChange = (limits: Limits) => Limits

/**
 * The limits of a pool that processes share. A row holds the limits, and each process leases a part of the slots and
 * rates. The process renews its lease every 200 ms and after each refusal.
 */
export function sharedLimiter(
  store: Store,
  key: PoolKey,
  holder: string,
  clock: Clock,
  onChange: () => void,
): Limiter {
  let limits = startingLimits
  let slots = 0
  let shareOfSlots = 0
  let leasedUntil = 0
  let renewedAt = 0
  let demand = 0
  let limitsReached: LimitsReached = { bySlots: false, byRequests: false, byTokens: false }
  let rates: Rates = { requests: 0, tokens: 0 }
  /** Throughput of the other processes. */
  let elsewhere: Rates = { requests: 0, tokens: 0 }
  let pendingChanges: LimitsChange[] = []
  let renewal: Promise<void> | null = null
  let isUrgent = false
  /**
   * Bounds of the database's clock minus the clock of this process. Times are converted so that a pause is never too
   * short.
   */
  let clockOffset = { least: 0, most: 0 }

  const addChange = (change: LimitsChange) => {
    limits = change(limits)
    pendingChanges.push(change)
    isUrgent = true
    renewSoon()
  }

  function renewSoon(): void {
    if (renewal) return
    isUrgent = false
    renewedAt = clock()
    renewal = store
      .transact(renew)
      // Storage is unreachable. The lease is valid until it expires; the next tick tries again.
      .catch(() => {})
      .finally(() => {
        renewal = null
        onChange()
        if (isUrgent) renewSoon()
      })
  }

  async function renew(tx: Tx): Promise<void> {
    const changes = pendingChanges
    const reachedBefore = limitsReached
    const startedAt = clock()
    const row = await lockPool(tx, key, JSON.stringify({ limits: startingLimits, grownAt: 0 }))
    const { now } = row
    const offset = { least: now - clock(), most: now - startedAt }
    const stored = JSON.parse(row.state) as PoolState
    const seconds = Math.min(1, Math.max(0, now - stored.grownAt) / 1000)
    const grownLimits = growLimits(
      changes.reduce((state, change) => change(state), stored.limits),
      now,
      seconds,
      reachedBefore,
    )
    const others = (await liveLeases(tx, key, now)).filter((lease) => lease.holder !== holder)
    const grantedSlots = slotsOf(grownLimits, holder, demand, others, now)
    await saveLease(tx, { ...key, holder, demand, slots: grantedSlots, rates, expiresAt: now + leaseTime })
    await savePool(tx, key, JSON.stringify({ limits: grownLimits, grownAt: now }), now)
    clockOffset = offset
    leasedUntil = startedAt + leaseTime
    pendingChanges = pendingChanges.slice(changes.length)
    limitsReached = { bySlots: false, byRequests: false, byTokens: false }
    limits = pendingChanges.reduce((state, change) => change(state), grownLimits)
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
      if (clock() > leasedUntil) return shareOf(limits, 0, 0)
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
    tick(now, observed) {
      const isNew = demand === 0 && observed.demand > 0
      demand = observed.demand
      rates = observed.rates
      limitsReached = {
        bySlots: limitsReached.bySlots || observed.limitsReached.bySlots,
        byRequests: limitsReached.byRequests || observed.limitsReached.byRequests,
        byTokens: limitsReached.byTokens || observed.limitsReached.byTokens,
      }
      if (isNew || now - renewedAt >= renewInterval) renewSoon()
    },
    async release() {
      await renewal
      demand = 0
      slots = 0
      leasedUntil = 0
      // If storage is unreachable, the lease expires.
      await store.transact((tx) => deleteLease(tx, key, holder)).catch(() => {})
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
  const all = [...others, { holder, demand, slots: 0 }].sort((left, right) =>
    left.holder < right.holder ? -1 : 1,
  )
  const turn = Math.floor(now / leaseTime)
  const shares = fairShares(
    concurrency,
    all.map((lease) => lease.demand),
    turn,
  )
  const fairShare = shares[all.findIndex((lease) => lease.holder === holder)]!
  const usedSlots = others.reduce((sum, lease) => sum + lease.slots, 0)
  return Math.max(0, Math.min(fairShare, Math.floor(concurrency) - usedSlots))
}
