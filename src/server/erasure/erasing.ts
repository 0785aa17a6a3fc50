import type { PersonDeletionCounts } from '../../contract/index.ts'
import type { Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { Sought } from './find-named.ts'

/** A deletion under way. */
export interface Erasing {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly id: string
  readonly sought: Sought
  readonly now: () => number
  /** Deletes and counts in one transaction. */
  readonly write: (work: (tx: Tx) => Promise<Partial<PersonDeletionCounts>>) => Promise<void>
}
