import type { Tx } from '../db/index.ts'
import type { Caller } from '../http/caller.ts'
import type { AuthoredKind } from './queries.ts'
import { insertAuthor } from './queries.ts'

interface Made {
  readonly kind: AuthoredKind
  readonly id: number | string
}

/** Records the author of a new entity. API keys are not persons, so nothing is recorded for them. */
export async function noteAuthor(tx: Tx, { workspace, actor }: Caller, { kind, id }: Made) {
  if (actor.kind !== 'person') return
  await insertAuthor(tx, { workspace_id: workspace, kind, entity_id: String(id), person_id: actor.id })
}
