import { Refusal } from '../../engine/refusal.ts'
import { restorableMilliseconds } from '../../engine/restorable.ts'
import { refusingDuplicates, type Store, type Tx } from '../db/index.ts'
import { type RestorableKind, showMappingsOf } from '../external-ids/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { type NamingRegistry, refuseIdAsName } from './rename-entity.ts'

interface Entity {
  readonly id: number
  readonly name: string
  readonly deleted_at: number | null
}

interface RestoringRegistry extends NamingRegistry {
  findRow(tx: Tx, workspace: WorkspaceId, id: number): Promise<Entity | undefined>
  find(tx: Tx, workspace: WorkspaceId, identifier: string): Promise<object | undefined>
}

interface Restoration {
  readonly workspace: WorkspaceId
  readonly id: number
  /** The new name of the entity; null or undefined: it keeps its name. */
  readonly name: string | null | undefined
  readonly now: number
  /** Refuses a caller who may not restore the entity. */
  readonly check?: (tx: Tx) => Promise<void>
}

/** Restores an entity that was deleted in the last 30 days, with its external ids. An entity that is not deleted stays unchanged. */
export function restoreEntity(
  store: Store,
  registry: RestoringRegistry,
  { kind, noun }: { readonly kind: RestorableKind; readonly noun: string },
  restoration: Restoration,
): Promise<{ id: number; name: string }> {
  const { workspace, id } = restoration
  return refusingDuplicates(store, `Another ${noun} has this name: send a new name.`, () =>
    store.transact(async (tx) => {
      await bumpRegistryRevision(tx, workspace)
      const entity = await restoreRow(tx, registry, noun, restoration)
      await showMappingsOf(tx, workspace, { kind, id })
      return entity
    }),
  )
}

/** If another entity has the name, the update violates the unique index. */
async function restoreRow(
  tx: Tx,
  registry: RestoringRegistry,
  noun: string,
  { workspace, id, name: newName, now, check }: Restoration,
): Promise<{ id: number; name: string }> {
  const entity = await registry.findRow(tx, workspace, id)
  if (!entity || (entity.deleted_at !== null && entity.deleted_at < now - restorableMilliseconds))
    throw new Refusal('not_found', `No ${noun} with this id was deleted in the last 30 days.`)
  if (entity.deleted_at === null) return { id, name: entity.name }
  await check?.(tx)
  const name = newName ?? entity.name
  await refuseIdAsName(tx, registry, workspace, noun, name)
  if (await registry.find(tx, workspace, String(id)))
    throw new Refusal('conflict', `The name of another ${noun} is the id ${id}: rename it first.`)
  await registry.update(tx, workspace, id, { name, deleted_at: null, updated_at: now })
  return { id, name }
}
