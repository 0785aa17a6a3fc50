export interface PriceOverrideRow {
  workspace_id: number
  id: number
  /** The provider; empty for any. */
  provider: string
  /** The name of a model; `*` matches any characters. */
  model: string
  valid_from: number
  /** Null if the price has no end. */
  valid_to: number | null
  /** Empty for the standard tier. */
  service_tier: string
  /** US dollars for a million tokens by kind, as decimal text. */
  rates: string
  created_at: number
  updated_at: number
}

export interface PriceListRow {
  workspace_id: number
  id: number
  name: string
  source: 'file' | 'url'
  /** The URL without its query, which may hold a token; null for a file. */
  url: string | null
  format: string
  models: number
  digest: string
  /** Gzipped lines; see `prices/list-text.ts`. */
  content: Uint8Array
  imported_by: string
  imported_at: number
  /** 1 for the list that is in use; a workspace has at most one. */
  in_force: number
}

/** The limits of a pool of model calls, shared by all processes. */
export interface ModelPoolRow {
  workspace_id: number
  pool: string
  /** The limits, as JSON of the engine. */
  state: string
  updated_at: number
}

/** The share of a pool that one process has under a lease. */
export interface ModelPoolLeaseRow {
  workspace_id: number
  pool: string
  holder: string
  /** The number of running and queued calls. */
  demand: number
  slots: number
  /** Requests a second, measured over the last second. */
  requests_per_second: number
  tokens_per_second: number
  expires_at: number
}

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
