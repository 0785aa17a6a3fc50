import type { PersonDeletionCounts } from '../../contract/index.ts'
import type { Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { PersonMatcher } from './find-named.ts'

export interface RunningDeletion {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly id: string
  readonly matcher: PersonMatcher
  readonly now: () => number
  /** Runs `work`, which deletes and counts, in one transaction with the saved counts. */
  readonly write: (work: (tx: Tx) => Promise<Partial<PersonDeletionCounts>>) => Promise<void>
}
