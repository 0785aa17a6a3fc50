import { join } from 'node:path'
import type { Config } from './config.ts'
import { openConnection } from './connections/index.ts'
import { IdBlocks, openJournal, openStore, type Store, type UnitJournal } from './db/index.ts'
import {
  createSandbox,
  type GuardedFetch,
  lazyGuardedFetch,
  type Sandbox,
  type SecretBox,
} from './edge/index.ts'
import { Jobs } from './jobs/index.ts'
import { Changes } from './live/index.ts'
import { createModelSlots, createModels, type ModelSlots, type Models } from './model/index.ts'
import { createPricer, type Pricer } from './prices/index.ts'
import { createReadCaches, type ReadCaches } from './prompts/index.ts'
import { openSecrets } from './secrets/index.ts'
import { Uploads } from './uploads/index.ts'
import { hasProviderKeys } from './workspaces/index.ts'

/** What operations work with: built once, in order, by plain constructors; tests override by field. */
export interface Context {
  readonly config: Config
  readonly store: Store
  readonly requestIds: IdBlocks
  /** Answers that were paid for, on their way into storage. */
  readonly answers: UnitJournal
  readonly secrets: SecretBox
  /** The only way out. */
  readonly guardedFetch: GuardedFetch
  readonly sandbox: Sandbox
  /** Where large files wait for their jobs. */
  readonly uploads: Uploads
  readonly prices: Pricer
  /** What reads of templates have at hand. */
  readonly templates: ReadCaches
  /** Every call of a model goes through these. */
  readonly modelSlots: ModelSlots
  /** Where work for later is put. */
  readonly jobs: Jobs
  readonly models: Models
  /** Wakes those who listen for changes. */
  readonly changes: Changes
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export async function openContext(config: Config, overrides: Partial<Context> = {}): Promise<Context> {
  const store = overrides.store ?? (await openStore(config))
  const guardedFetch = overrides.guardedFetch ?? lazyGuardedFetch({ allow: config.outboundAllow })
  const secrets = overrides.secrets ?? (await openSecretsOf(store, config))
  return {
    config,
    store,
    secrets,
    guardedFetch,
    models: createModels({
      environment: config.providers,
      outboundAllow: config.outboundAllow,
      guardedFetch,
      findConnection: (...asked) => openConnection({ store, secrets }, ...asked),
      isGranted: (workspace) => hasProviderKeys(store, workspace),
      now: overrides.now ?? Date.now,
    }),
    sandbox: createSandbox({
      folder: join(config.folder, 'sandbox'),
      strict: config.strictSandbox,
      guardedFetch,
    }),
    requestIds: new IdBlocks(store, 'request_ids'),
    answers: openJournal(store, { ...config, report: (error) => console.error(error) }),
    uploads: new Uploads(store, overrides.now ?? Date.now),
    prices: createPricer(store, overrides.now ?? Date.now),
    templates: createReadCaches(),
    modelSlots: createModelSlots(store),
    jobs: new Jobs(store, overrides.now ?? Date.now),
    changes: new Changes(),
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
