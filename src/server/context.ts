import type { Config } from './config.ts'
import { IdBlocks, openStore, type Store } from './db/index.ts'

/** What operations work with: built once, in order, by plain constructors; tests override by field. */
export interface Context {
  readonly config: Config
  readonly store: Store
  readonly requestIds: IdBlocks
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export async function openContext(config: Config, overrides: Partial<Context> = {}): Promise<Context> {
  const store = overrides.store ?? (await openStore(config))
  return {
    config,
    store,
    requestIds: new IdBlocks(store, 'request_ids'),
    now: Date.now,
    ...overrides,
  }
}
