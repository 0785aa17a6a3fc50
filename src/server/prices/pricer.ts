import {
  type ComputedPrice,
  flatRate,
  type PriceBook,
  type PricedCall,
  type PriceList,
  type PriceOverride,
  priceCall,
  type RateKind,
} from '../../engine/price/index.ts'
import type { PriceOverrideRow, Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { loadBuiltInList, PriceCatalogue } from './catalogue.ts'
import { findListInForce, type ListHeading, readContent } from './list-queries.ts'
import { listOf } from './list-text.ts'
import { selectOverrides } from './override-queries.ts'

/** Computes costs from a workspace's overrides, then its price list (the built-in one by default). */
export interface Pricer {
  price(workspace: WorkspaceId, call: PricedCall): Promise<ComputedPrice>
  /** Loads current prices once, to price many calls synchronously. */
  load(workspace: WorkspaceId): Promise<(call: PricedCall) => ComputedPrice>
  /** Preloads the list, because a price will be needed soon. */
  expect(): void
  /** Current prices for use inside a transaction, where other reads would deadlock. */
  fixedFor(workspace: WorkspaceId): Promise<Pick<Pricer, 'price'>>
  builtIn(): Promise<PriceList>
  /** The overrides and the list that prices are computed from. */
  book(workspace: WorkspaceId): Promise<PriceBook>
  /** Null: the built-in list. Undefined: the list was deleted. */
  listOf(workspace: WorkspaceId, list: ListHeading | null): Promise<PriceList | undefined>
  /** Call after overrides or the list changed. */
  forget(workspace: WorkspaceId): void
}

/** Milliseconds until another process's change takes effect. */
const cacheMilliseconds = 5_000
/**
 * Milliseconds until a preload, which blocks for 30 ms. Within that time a burst of some fifty calls is sent, and no
 * answer arrives.
 */
const whileOthersAnswer = 50
const maxWorkspaces = 1000

/** Imported lists kept in memory, 10 MB each; workspaces with equal lists share one. */
const maxLists = 8

interface Known {
  readonly overrides: readonly PriceOverride[]
  readonly catalogue: PriceCatalogue
}

interface CachedPrices {
  readonly known: Promise<Known>
  readonly until: number
}

export function createPricer(store: Store, now: () => number): Pricer {
  let builtIn: PriceCatalogue | undefined
  const imported = new Map<string, Promise<PriceCatalogue>>()
  const cache = new Map<WorkspaceId, CachedPrices>()
  let isExpected = false

  function knownOf(workspace: WorkspaceId): Promise<Known> {
    const cached = cache.get(workspace)
    if (cached && cached.until > now()) return cached.known
    const knownPrices = readKnown(workspace)
    cache.delete(workspace)
    putInto(cache, maxWorkspaces, workspace, { known: knownPrices, until: now() + cacheMilliseconds })
    knownPrices.catch(() => cache.delete(workspace))
    return knownPrices
  }

  async function readKnown(workspace: WorkspaceId): Promise<Known> {
    const rows = await selectOverrides(store.db, workspace)
    return { overrides: rows.map(overrideOf), catalogue: await catalogueInForce(workspace) }
  }

  /** If a list was deleted before its content was read, another is in force. */
  async function catalogueInForce(workspace: WorkspaceId): Promise<PriceCatalogue> {
    const list = (await findListInForce(store.db, workspace)) ?? null
    return (await catalogueOf(workspace, list)) ?? catalogueInForce(workspace)
  }

  async function catalogueOf(workspace: WorkspaceId, list: ListHeading | null) {
    if (!list) {
      builtIn ??= new PriceCatalogue(await loadBuiltInList())
      return builtIn
    }
    const catalogue = imported.get(list.digest)
    if (catalogue) return catalogue
    const content = await readContent(store.db, workspace, list.id)
    if (!content) return undefined
    const read = listOf(content).then((list) => new PriceCatalogue(list))
    putInto(imported, maxLists, list.digest, read)
    read.catch(() => imported.delete(list.digest))
    return read
  }

  async function load(workspace: WorkspaceId) {
    const { overrides, catalogue } = await knownOf(workspace)
    const find = (provider: string, model: string) => catalogue.find(provider, model)
    return (call: PricedCall) => priceCall(call, overrides, find)
  }

  return {
    price: async (workspace, call) => (await load(workspace))(call),
    load,
    expect() {
      if (isExpected) return
      isExpected = true
      // A failure is reported by the call that needs the list.
      setTimeout(() => loadBuiltInList().catch(() => {}), whileOthersAnswer).unref()
    },
    async fixedFor(workspace) {
      const priceOf = await load(workspace)
      return { price: async (_workspace, call) => priceOf(call) }
    },
    builtIn: loadBuiltInList,
    async book(workspace) {
      const { overrides, catalogue } = await knownOf(workspace)
      return { overrides, list: catalogue.list, time: now() }
    },
    listOf: async (workspace, list) => (await catalogueOf(workspace, list))?.list,
    forget: (workspace) => cache.delete(workspace),
  }
}

/** Evicts the oldest entry if the cache is full. */
function putInto<K, V>(cache: Map<K, V>, most: number, key: K, value: V): void {
  const [oldest] = cache.keys()
  if (cache.size >= most && oldest !== undefined) cache.delete(oldest)
  cache.set(key, value)
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
