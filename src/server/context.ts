import type { Caches } from './caches.ts'
import type { Changes } from './changes.ts'
import type { Config } from './config.ts'
import type { IdBlocks, Store, UnitJournal } from './db/index.ts'
import type { GuardedFetch, Sandbox, SecretBox } from './edge/index.ts'
import type { Jobs } from './jobs/index.ts'
import type { ModelSlots, Models } from './model/index.ts'
import type { Pricer } from './prices/pricer.ts'
import type { Uploads } from './uploads/index.ts'

/** What operations work with; see `open-context.ts`. */
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
  readonly caches: Caches
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
