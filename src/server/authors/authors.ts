import type { Tx } from '../db/index.ts'
import type { EntityKind } from '../external-ids/index.ts'
import type { Caller } from '../http/caller.ts'
import { insertAuthor } from './queries.ts'

/** What is told apart by who made it. */
export type AuthoredKind = EntityKind | 'prompt-version' | 'workflow-version'

interface Made {
  readonly kind: AuthoredKind
  readonly id: number | string
}

/** Notes who made what has just been made. An API key is nobody's in particular, so nobody is noted. */
export async function noteAuthor(tx: Tx, { workspace, actor }: Caller, { kind, id }: Made) {
  if (actor.kind !== 'person') return
  await insertAuthor(tx, { workspace_id: workspace, kind, entity_id: String(id), person_id: actor.id })
}
