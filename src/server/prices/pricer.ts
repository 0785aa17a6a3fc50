import {
  flatRate,
  type PricedCall,
  type PriceOverride,
  priceCall,
  type RateKind,
} from '../../engine/price/index.ts'
import { leasedSettings } from '../caches/leases.ts'
import { putNewest } from '../caches/put-newest.ts'
import type { PriceOverrideRow, Store } from '../db/index.ts'
import type { ListInUse, Pricer } from '../pricer.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { loadBuiltInList, PriceCatalogue } from './catalogue.ts'
import { findListInForce, readContent } from './list-queries.ts'
import { listOf } from './list-text.ts'
import { selectOverrides } from './override-queries.ts'

/** Milliseconds. A preload blocks for 30 ms, so it starts after a burst of calls is sent and before their answers arrive. */
const preloadDelay = 50

/** Imported lists that are cached, 10 MB each. Workspaces with equal lists share one. */
const maxLists = 8

interface WorkspacePrices {
  readonly overrides: readonly PriceOverride[]
  readonly catalogue: PriceCatalogue
}

export function createPricer(store: Store, now: () => number): Pricer {
  let builtIn: PriceCatalogue | undefined
  const imported = new Map<string, Promise<PriceCatalogue>>()
  const pricesOf = leasedSettings(readPrices, loadCatalogue)
  let isPreloaded = false

  async function readPrices(workspace: WorkspaceId) {
    return {
      overrides: await selectOverrides(store.db, workspace),
      list: (await findListInForce(store.db, workspace)) ?? null,
    }
  }

  async function loadCatalogue(
    workspace: WorkspaceId,
    { overrides, list }: Awaited<ReturnType<typeof readPrices>>,
  ): Promise<WorkspacePrices> {
    const catalogue = (await catalogueOf(workspace, list)) ?? (await catalogueInForce(workspace))
    return { overrides: overrides.map(overrideOf), catalogue }
  }

  /** If the list was deleted before its content was read, another list is in use now. */
  async function catalogueInForce(workspace: WorkspaceId): Promise<PriceCatalogue> {
    const list = (await findListInForce(store.db, workspace)) ?? null
    return (await catalogueOf(workspace, list)) ?? catalogueInForce(workspace)
  }

  async function catalogueOf(workspace: WorkspaceId, list: ListInUse | null) {
    if (!list) {
      builtIn ??= new PriceCatalogue(await loadBuiltInList())
      return builtIn
    }
    const catalogue = imported.get(list.digest)
    if (catalogue) return catalogue
    const content = await readContent(store.db, workspace, list.id)
    if (!content) return undefined
    const loading = listOf(content).then((list) => new PriceCatalogue(list))
    putNewest(imported, maxLists, list.digest, loading)
    loading.catch(() => imported.delete(list.digest))
    return loading
  }

  const load = async (workspace: WorkspaceId) => priceBy(await pricesOf(workspace))

  return {
    price: async (workspace, call) => (await load(workspace))(call),
    load,
    preload() {
      if (isPreloaded) return
      isPreloaded = true
      // If loading fails, the call that needs the list reports the error.
      setTimeout(() => loadBuiltInList().catch(() => {}), preloadDelay).unref()
    },
    async fixedFor(workspace) {
      const priceOf = await load(workspace)
      return { price: async (_workspace, call) => priceOf(call) }
    },
    builtIn: loadBuiltInList,
    async book(workspace) {
      const { overrides, catalogue } = await pricesOf(workspace)
      return { overrides, list: catalogue.list, time: now() }
    },
    listOf: async (workspace, list) => (await catalogueOf(workspace, list))?.list,
  }
}

const priceBy =
  ({ overrides, catalogue }: WorkspacePrices) =>
  (call: PricedCall) =>
    priceCall(call, overrides, (provider, model) => catalogue.find(provider, model))

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
