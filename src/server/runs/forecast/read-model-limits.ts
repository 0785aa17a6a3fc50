import { mayCallModels } from '../../../engine/columns/index.ts'
import type { Limits } from '../../../engine/schedule/index.ts'
import type { Handler } from '../../http/handler.ts'
import { type PoolName, realClock } from '../../model/slots/index.ts'
import { loadSheet, typeOf } from '../../sheets/storage/index.ts'
import { readPools } from './forecast-pools.ts'

export const readModelLimits: Handler<'readModelLimits'> = async (context, { caller, params }) => {
  const { columns } = await loadSheet(context.store.db, caller.workspace, params)
  const modelColumns = columns.filter(({ type }) => mayCallModels(typeOf(type).cost))
  const pools = await readPools(context, caller.workspace, modelColumns)
  const now = realClock()
  const models = [...pools.limits].map(([pool, limits]) => present(pools.nameOf(pool)!, limits, now))
  return { success: true as const, models: models.filter((model) => model !== null) }
}

/** Presents the limits of a pool; null if the provider has not refused a call. */
function present({ provider, model }: PoolName, { requests, tokens, pausedUntil }: Limits, now: number) {
  const pause = Math.max(0, pausedUntil - now) / 1_000
  if (!requests && !tokens && pause === 0) return null
  return {
    provider,
    model,
    requests_per_second: requests?.perSecond ?? null,
    tokens_per_second: tokens?.perSecond ?? null,
    pause_seconds: pause,
  }
}
