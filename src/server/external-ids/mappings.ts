import { Refusal } from '../../engine/refusal.ts'
import { chunksOf, type Database, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { type EntityKind, type EntityRef, isRestorable } from './kinds.ts'
import {
  deleteMappingsOf,
  findMapping,
  hideMappingsOf,
  insertMapping,
  listMappings,
  type Mapping,
} from './queries.ts'

interface ListQuery {
  readonly external_source?: string | undefined
  readonly external_id?: string | undefined
}

/** The mapping that a list is filtered by; undefined without one. */
export const mappingFilter = ({ external_source: source, external_id }: ListQuery): Mapping | undefined =>
  source === undefined || external_id === undefined ? undefined : { source, external_id }

/** Finds the entity that has a mapping, of any kind. */
export async function findEntity(
  db: Database | Tx,
  workspace: WorkspaceId,
  mapping: Mapping,
): Promise<EntityRef | undefined> {
  const row = await findMapping(db, workspace, mapping)
  return row && { kind: row.kind as EntityKind, id: row.entity_id }
}

/**
 * Attaches mappings to an entity, all or none. A mapping belongs to one entity per workspace; an existing one
 * is kept.
 */
export async function attachAll(
  tx: Tx,
  workspace: WorkspaceId,
  entity: EntityRef,
  mappings: readonly Mapping[],
  now: number,
): Promise<void> {
  for (const mapping of mappings) {
    await insertMapping(tx, workspace, entity, mapping, now)
    const owner = await findEntity(tx, workspace, mapping)
    if (owner?.kind !== entity.kind || String(owner.id) !== String(entity.id))
      throw new Refusal(
        'external_id_taken',
        `The external id ${mapping.external_id} of ${mapping.source} belongs to another entity.`,
      )
  }
}

export async function listExternalIds(
  db: Database | Tx,
  workspace: WorkspaceId,
  entity: EntityRef,
): Promise<Mapping[]> {
  const rows = await listMappings(db, workspace, entity.kind, [entity.id])
  return rows.map(presentMapping)
}

/** Lists external ids by entity id. */
export async function listExternalIdsOfMany(
  db: Database,
  workspace: WorkspaceId,
  kind: EntityKind,
  ids: readonly (number | string)[],
): Promise<ReadonlyMap<string, Mapping[]>> {
  const rows: Awaited<ReturnType<typeof listMappings>> = []
  for (const chunk of chunksOf(ids)) rows.push(...(await listMappings(db, workspace, kind, chunk)))
  const grouped = Map.groupBy(rows, (row) => row.entity_id)
  return new Map([...grouped].map(([id, group]) => [id, group.map(presentMapping)]))
}

/**
 * Frees the external ids of deleted entities, so that they can be used again. Those of an entity that can be restored
 * come back with it unless another entity uses them by then.
 */
export async function releaseAll(
  tx: Tx,
  workspace: WorkspaceId,
  kind: EntityKind,
  ids: readonly (number | string)[],
): Promise<void> {
  for (const chunk of chunksOf(ids))
    if (isRestorable(kind)) await hideMappingsOf(tx, workspace, kind, chunk)
    else await deleteMappingsOf(tx, workspace, kind, chunk)
}

export const presentMapping = ({ source, external_id }: Mapping): Mapping => ({ source, external_id })
