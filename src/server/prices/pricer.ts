import {
  type ComputedPrice,
  flatRate,
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

/** What calls cost: a workspace's own prices, then those of its list, which is the built-in one unless it imported another. */
export interface Pricer {
  price(workspace: WorkspaceId, call: PricedCall): Promise<ComputedPrice>
  /** Prices many calls by what holds now; nothing is awaited between them. */
  load(workspace: WorkspaceId): Promise<(call: PricedCall) => ComputedPrice>
  /** A price will be asked for soon: the list is loaded meanwhile. */
  expect(): void
  /** What holds now, for a while in which storage must not be asked: inside a transaction. */
  settled(workspace: WorkspaceId): Promise<Pick<Pricer, 'price'>>
  builtIn(): Promise<PriceList>
  /** Null: the built-in one. Undefined where the list is no longer kept. */
  listOf(workspace: WorkspaceId, list: ListHeading | null): Promise<PriceList | undefined>
  /** The workspace's own prices or its list have changed. */
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

/** Imported lists that are kept in memory, some 10 MB each; workspaces with the same list share one. */
const mostLists = 8

interface Known {
  readonly overrides: readonly PriceOverride[]
  readonly catalogue: PriceCatalogue
}

interface Kept {
  readonly known: Promise<Known>
  readonly until: number
}

export function createPricer(store: Store, now: () => number): Pricer {
  let builtIn: PriceCatalogue | undefined
  const imported = new Map<string, Promise<PriceCatalogue>>()
  const kept = new Map<WorkspaceId, Kept>()
  let isExpected = false

  function knownOf(workspace: WorkspaceId): Promise<Known> {
    const found = kept.get(workspace)
    if (found && found.until > now()) return found.known
    const known = readKnown(workspace)
    kept.delete(workspace)
    keep(kept, mostWorkspaces, workspace, { known, until: now() + keptFor })
    known.catch(() => kept.delete(workspace))
    return known
  }

  async function readKnown(workspace: WorkspaceId): Promise<Known> {
    const rows = await selectOverrides(store.db, workspace)
    return { overrides: rows.map(overrideOf), catalogue: await catalogueInForce(workspace) }
  }

  /** A list that is gone when its content is read is no longer in force: another is. */
  async function catalogueInForce(workspace: WorkspaceId): Promise<PriceCatalogue> {
    const list = (await findListInForce(store.db, workspace)) ?? null
    return (await catalogueOf(workspace, list)) ?? catalogueInForce(workspace)
  }

  async function catalogueOf(workspace: WorkspaceId, list: ListHeading | null) {
    if (!list) {
      builtIn ??= new PriceCatalogue(await loadBuiltInList())
      return builtIn
    }
    const found = imported.get(list.digest)
    if (found) return found
    const content = await readContent(store.db, workspace, list.id)
    if (!content) return undefined
    const read = listOf(content).then((list) => new PriceCatalogue(list))
    keep(imported, mostLists, list.digest, read)
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
      // What cannot be loaded is told to the call that needs it.
      setTimeout(() => loadBuiltInList().catch(() => {}), whileOthersAnswer).unref()
    },
    async settled(workspace) {
      const priceOf = await load(workspace)
      return { price: async (_workspace, call) => priceOf(call) }
    },
    builtIn: loadBuiltInList,
    listOf: async (workspace, list) => (await catalogueOf(workspace, list))?.list,
    forget: (workspace) => kept.delete(workspace),
  }
}

/** The oldest goes where there is no room. */
function keep<K, V>(kept: Map<K, V>, most: number, key: K, value: V): void {
  const [oldest] = kept.keys()
  if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
  kept.set(key, value)
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
