import { join } from 'node:path'
import type { Config } from './config.ts'
import { IdBlocks, openStore, type Store } from './db/index.ts'
import {
  createSandbox,
  type GuardedFetch,
  lazyGuardedFetch,
  type Sandbox,
  type SecretBox,
} from './edge/index.ts'
import { createModelSlots, type ModelSlots } from './model/slots/index.ts'
import { createPricer, type Pricer } from './prices/index.ts'
import { openSecrets } from './secrets/index.ts'

/** What operations work with: built once, in order, by plain constructors; tests override by field. */
export interface Context {
  readonly config: Config
  readonly store: Store
  readonly requestIds: IdBlocks
  readonly secrets: SecretBox
  /** The only way out. */
  readonly guardedFetch: GuardedFetch
  readonly sandbox: Sandbox
  readonly prices: Pricer
  /** Every call of a model goes through these. */
  readonly modelSlots: ModelSlots
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export async function openContext(config: Config, overrides: Partial<Context> = {}): Promise<Context> {
  const store = overrides.store ?? (await openStore(config))
  return {
    config,
    store,
    secrets: overrides.secrets ?? (await openSecretsOf(store, config)),
    guardedFetch: lazyGuardedFetch({ allow: config.outboundAllow }),
    sandbox: createSandbox({ folder: join(config.folder, 'sandbox'), strict: config.strictSandbox }),
    requestIds: new IdBlocks(store, 'request_ids'),
    prices: createPricer(store, overrides.now ?? Date.now),
    modelSlots: createModelSlots(store),
    now: Date.now,
    ...overrides,
  }
}

/** A store that nobody will use keeps a process alive, so a refused key closes it. */
async function openSecretsOf(store: Store, config: Config): Promise<SecretBox> {
  try {
    return await openSecrets(store, config)
  } catch (error) {
    await store.close()
    throw error
  }
}
