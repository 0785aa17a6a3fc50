import type { ComputedPrice, PriceBook, PricedCall, PriceList } from '../engine/price/index.ts'
import type { WorkspaceId } from './workspace-id.ts'

/** Names an imported list and its content. */
export interface ListInUse {
  readonly id: number
  readonly digest: string
}

/**
 * Computes costs from a workspace's overrides and from its price list, which is the built-in one by default. Endpoints
 * that change prices answer when every process uses the new prices (decision 389).
 */
export interface Pricer {
  price(workspace: WorkspaceId, call: PricedCall): Promise<ComputedPrice>
  /** Loads the prices, so that many calls can be priced without waiting. */
  load(workspace: WorkspaceId): Promise<(call: PricedCall) => ComputedPrice>
  /** Starts loading the built-in list, before a price is needed. */
  preload(): void
  /** Returns a pricer with the present prices for use inside a transaction, where reading prices would deadlock. */
  fixedFor(workspace: WorkspaceId): Promise<Pick<Pricer, 'price'>>
  builtIn(): Promise<PriceList>
  /** Returns the present overrides and list from which prices are computed. */
  book(workspace: WorkspaceId): Promise<PriceBook>
  /** Returns a list; null means the built-in list. Undefined if the list was deleted. */
  listOf(workspace: WorkspaceId, list: ListInUse | null): Promise<PriceList | undefined>
}
