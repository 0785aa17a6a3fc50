import type { Caches } from './caches/caches.ts'
import type { Changes } from './changes.ts'
import type { Config } from './config/config.ts'
import type { IdBlocks, Store, UnitJournal } from './db/index.ts'
import type { GuardedFetch, Sandbox } from './edge/index.ts'
import type { Jobs } from './jobs/index.ts'
import type { Masking } from './masker.ts'
import type { ModelSlots, Models } from './model/index.ts'
import type { Pricer } from './pricer.ts'
import type { SecretBox } from './sealing/index.ts'
import type { Uploads } from './uploads/index.ts'

/** The services that handlers and jobs use, built by `open-context.ts`. */
export interface Context {
  readonly config: Config
  readonly store: Store
  readonly requestIds: IdBlocks
  /** A journal of paid model answers, so that they survive a killed process. */
  readonly answers: UnitJournal
  readonly secrets: SecretBox
  /** Sends all outbound HTTP. */
  readonly guardedFetch: GuardedFetch
  readonly sandbox: Sandbox
  /** Stores large files until their jobs are done. */
  readonly uploads: Uploads
  readonly prices: Pricer
  /** Masks requests and traces before they are stored. */
  readonly masking: Masking
  readonly caches: Caches
  /** Limits all model calls. */
  readonly modelSlots: ModelSlots
  readonly jobs: Jobs
  readonly models: Models
  /** Wakes listeners of a workspace's changes. */
  readonly changes: Changes
  /** Milliseconds since 1970. */
  readonly now: () => number
}
