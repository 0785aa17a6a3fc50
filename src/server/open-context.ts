import { join } from 'node:path'
import { attachBodyStorage } from './bodies/index.ts'
import { Caches } from './caches/caches.ts'
import { Changes } from './changes.ts'
import type { Config } from './config/config.ts'
import { openConnection } from './connections/index.ts'
import type { Context } from './context.ts'
import { IdBlocks, openJournal, openStore, type Store } from './db/index.ts'
import { createSandbox, lazyGuardedFetch } from './edge/index.ts'
import { Jobs } from './jobs/index.ts'
import { reportError } from './log.ts'
import { createMasking } from './masking/index.ts'
import { createModelSlots, createModels } from './model/index.ts'
import { createPricer } from './prices/index.ts'
import type { SecretBox } from './sealing/index.ts'
import { openSecrets } from './secrets/index.ts'
import { Uploads } from './uploads/index.ts'
import { hasProviderKeys } from './workspaces/index.ts'

/** Builds all services in order. Tests replace services with `overrides`. */
export async function openContext(config: Config, overrides: Partial<Context> = {}): Promise<Context> {
  const store = overrides.store ?? (await openStore(config))
  if (config.bodyStorage) attachBodyStorage(store, config.bodyStorage)
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
      findConnection: (...parameters) => openConnection({ store, secrets }, ...parameters),
      isGranted: (workspace) => hasProviderKeys(store, workspace),
      now: overrides.now ?? Date.now,
    }),
    sandbox: createSandbox({
      folder: join(config.folder, 'sandbox'),
      strict: config.strictSandbox,
      guardedFetch,
    }),
    requestIds: new IdBlocks(store, 'request_ids'),
    answers: openJournal(store, { ...config, report: reportError }),
    uploads: new Uploads(store, overrides.now ?? Date.now),
    prices: createPricer(store, overrides.now ?? Date.now),
    masking: createMasking(store, secrets, overrides.now ?? Date.now),
    caches: new Caches(),
    modelSlots: createModelSlots(store),
    jobs: new Jobs(store, overrides.now ?? Date.now),
    changes: new Changes(),
    now: Date.now,
    ...overrides,
  }
}

/** Closes the store if the key is refused, because an open store would keep the process running. */
async function openSecretsOf(store: Store, config: Config): Promise<SecretBox> {
  try {
    return await openSecrets(store, config)
  } catch (error) {
    await store.close()
    throw error
  }
}
