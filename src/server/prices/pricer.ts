import {
  type ComputedPrice,
  flatRate,
  type PricedCall,
  type PriceOverride,
  priceCall,
  type RateKind,
} from '../../engine/price/index.ts'
import type { PriceOverrideRow, Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { loadBuiltInList, PriceCatalogue } from './catalogue.ts'
import { selectOverrides } from './override-queries.ts'

/** What calls cost: a workspace's own prices, then the catalogue's. */
export interface Pricer {
  price(workspace: WorkspaceId, call: PricedCall): Promise<ComputedPrice>
  /** Prices many calls by what holds now; nothing is awaited between them. */
  load(workspace: WorkspaceId): Promise<(call: PricedCall) => ComputedPrice>
  /** A price will be asked for soon: the list is loaded meanwhile. */
  expect(): void
  /** What holds now, for a while in which storage must not be asked: inside a transaction. */
  settled(workspace: WorkspaceId): Promise<Pick<Pricer, 'price'>>
  /** The workspace's own prices have changed. */
  forget(workspace: WorkspaceId): void
}

/** Milliseconds until a change that another process made is seen. */
const keptFor = 5_000
/**
 * Milliseconds until an expected list is loaded, for 30 in which nothing else is done: those who begin some fifty calls
 * together have sent them by then, and have no answer yet.
 */
const whileOthersAnswer = 50
const mostWorkspaces = 1000

interface Kept {
  readonly overrides: Promise<readonly PriceOverride[]>
  readonly until: number
}

export function createPricer(store: Store, now: () => number): Pricer {
  let catalogue: PriceCatalogue | undefined
  const kept = new Map<WorkspaceId, Kept>()
  let isExpected = false

  function overridesOf(workspace: WorkspaceId): Promise<readonly PriceOverride[]> {
    const known = kept.get(workspace)
    if (known && known.until > now()) return known.overrides
    const overrides = selectOverrides(store.db, workspace).then((rows) => rows.map(overrideOf))
    kept.delete(workspace)
    const [oldest] = kept.keys()
    if (kept.size >= mostWorkspaces && oldest !== undefined) kept.delete(oldest)
    kept.set(workspace, { overrides, until: now() + keptFor })
    overrides.catch(() => kept.delete(workspace))
    return overrides
  }

  async function load(workspace: WorkspaceId) {
    catalogue ??= new PriceCatalogue(await loadBuiltInList())
    const known = catalogue
    const overrides = await overridesOf(workspace)
    const find = (provider: string, model: string) => known.find(provider, model)
    return (call: PricedCall) => priceCall(call, overrides, find)
  }

  return {
    price: async (workspace, call) => (await load(workspace))(call),
    load,
    expect() {
      if (isExpected) return
      isExpected = true
      // What cannot be loaded is told to the call that needs it.
      setTimeout(() => loadBuiltInList().catch(() => {}), whileOthersAnswer).unref()
    },
    async settled(workspace) {
      const priceOf = await load(workspace)
      return { price: async (_workspace, call) => priceOf(call) }
    },
    forget: (workspace) => kept.delete(workspace),
  }
}

const overrideOf = (row: PriceOverrideRow): PriceOverride => ({
  provider: row.provider || null,
  model: row.model,
  from: row.valid_from,
  to: row.valid_to,
  serviceTier: row.service_tier || null,
  rates: Object.fromEntries(
    Object.entries(JSON.parse(row.rates) as Record<RateKind, string>).map(([kind, text]) => [
      kind,
      flatRate(text),
    ]),
  ),
})
