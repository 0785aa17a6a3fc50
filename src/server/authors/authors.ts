import type { Tx } from '../db/index.ts'
import type { Caller } from '../http/caller.ts'
import type { AuthoredKind } from './queries.ts'
import { insertAuthor } from './queries.ts'

interface AuthoredEntity {
  readonly kind: AuthoredKind
  readonly id: number | string
}

/** Records the author of a new entity. An entity made with an API key has no author. */
export async function recordAuthor(tx: Tx, { workspace, actor }: Caller, { kind, id }: AuthoredEntity) {
  if (actor.kind !== 'person') return
  await insertAuthor(tx, { workspace_id: workspace, kind, entity_id: String(id), person_id: actor.id })
}
