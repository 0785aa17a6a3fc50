/** A price of a workspace's own. */
export interface PriceOverrideRow {
  workspace_id: number
  id: number
  /** Empty: any provider. */
  provider: string
  /** The name of a model, with stars for any characters. */
  model: string
  valid_from: number
  /** Null: without an end. */
  valid_to: number | null
  /** Empty: the standard one. */
  service_tier: string
  /** US dollars for a million tokens by kind, as decimal text. */
  rates: string
  created_at: number
  updated_at: number
}

/** A price list that a workspace imported. */
export interface PriceListRow {
  workspace_id: number
  id: number
  name: string
  source: 'file' | 'url'
  /** Without its query, which may hold a token; null for a file. */
  url: string | null
  format: string
  models: number
  digest: string
  /** Gzip of lines: `prices/list-text.ts`. */
  content: Uint8Array
  imported_by: string
  imported_at: number
  /** 1 for the list that prices are computed by, of which a workspace has one at most. */
  in_force: number
}

/** What a pool of calls to a provider may do, shared by all processes. */
export interface ModelPoolRow {
  workspace_id: number
  pool: string
  /** Limits as the engine keeps them. */
  state: string
  updated_at: number
}

/** The part of a pool that one process holds until the lease runs out. */
export interface ModelPoolLeaseRow {
  workspace_id: number
  pool: string
  holder: string
  /** Calls that it has under way and waiting. */
  demand: number
  slots: number
  /** What it got through in the last second. */
  requests_per_second: number
  tokens_per_second: number
  expires_at: number
}

/** What a run may spend, and what it has spent or set aside. */
export interface RunBudgetRow {
  workspace_id: number
  run: string
  calls_limit: number | null
  cost_limit: string | null
  calls_used: number
  cost_used: string
  updated_at: number
}

export interface PriceTables {
  price_overrides: PriceOverrideRow
  price_lists: PriceListRow
  model_pools: ModelPoolRow
  model_pool_leases: ModelPoolLeaseRow
  run_budgets: RunBudgetRow
}
