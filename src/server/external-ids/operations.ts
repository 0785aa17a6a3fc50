import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Caller, WorkspaceId } from '../http/caller.ts'
import type { EntityExists, EntityKind, EntityRef } from './kinds.ts'
import { attachAll, listExternalIds, presentMapping } from './mappings.ts'
import { deleteMapping, type Mapping } from './queries.ts'

/** The three operations of every kind, given a test whether an entity exists. */
export function externalIdOperations<Id extends EntityRef['id'] = number>(
  kind: EntityKind,
  exists: EntityExists<Id>,
) {
  const name = kind.replaceAll('-', ' ')
  const refuseAbsent = async (db: Database | Tx, workspace: WorkspaceId, id: Id) => {
    if (!(await exists(db, workspace, id))) throw new Refusal('not_found', `There is no such ${name}.`)
  }
  return {
    async attach({ store, now }: Context, { workspace }: Caller, id: Id, mapping: Mapping) {
      await store.transact(async (tx) => {
        await refuseAbsent(tx, workspace, id)
        await attachAll(tx, workspace, { kind, id }, [mapping], now())
      })
      return { success: true as const, external_id: presentMapping(mapping) }
    },

    async list({ store }: Context, { workspace }: Caller, id: Id) {
      await refuseAbsent(store.db, workspace, id)
      return {
        success: true as const,
        external_ids: await listExternalIds(store.db, workspace, { kind, id }),
      }
    },

    async detach({ store }: Context, { workspace }: Caller, id: Id, mapping: Mapping) {
      await store.transact(async (tx) => {
        await refuseAbsent(tx, workspace, id)
        const count = await deleteMapping(tx, workspace, { kind, id }, mapping)
        if (count === 0) throw new Refusal('not_found', `The ${name} has no such external id.`)
      })
      return { success: true as const }
    },
  }
}
