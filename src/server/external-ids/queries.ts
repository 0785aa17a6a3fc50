import { type Expression, type SqlBool, sql } from 'kysely'
import { changeRows, type Database, deleteRows, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { deletedKind, deletedKinds, type EntityKind, type EntityRef, type RestorableKind } from './kinds.ts'

export interface Mapping {
  readonly source: string
  readonly external_id: string
}

/** A condition: the mapping belongs to the entity. `id` names a column, such as `prompts.id`. */
export function hasMapping(
  workspace: WorkspaceId,
  mapping: Mapping,
  kind: EntityKind,
  id: string,
): Expression<SqlBool> {
  return sql`exists (
    select 1 from external_ids
    where external_ids.workspace_id = ${workspace}
      and external_ids.source = ${mapping.source}
      and external_ids.external_id = ${mapping.external_id}
      and external_ids.kind = ${kind}
      and external_ids.entity_id = cast(${sql.ref(id)} as text))`
}

export async function findMapping(db: Database | Tx, workspace: WorkspaceId, mapping: Mapping) {
  return db
    .selectFrom('external_ids')
    .select(['kind', 'entity_id'])
    .where('workspace_id', '=', workspace)
    .where('source', '=', mapping.source)
    .where('external_id', '=', mapping.external_id)
    .where('kind', 'not in', deletedKinds)
    .executeTakeFirst()
}

/**
 * Inserts a mapping unless it exists; one of a deleted entity is taken over. The caller then checks which entity has it.
 */
export async function insertMapping(
  tx: Tx,
  workspace: WorkspaceId,
  entity: EntityRef,
  mapping: Mapping,
  now: number,
) {
  await tx
    .insertInto('external_ids')
    .values({
      workspace_id: workspace,
      source: mapping.source,
      external_id: mapping.external_id,
      kind: entity.kind,
      entity_id: String(entity.id),
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'source', 'external_id'])
        .doUpdateSet({ kind: entity.kind, entity_id: String(entity.id), created_at: now })
        .where('external_ids.kind', 'in', deletedKinds),
    )
    .execute()
}

/** Returns the number of deleted mappings, 0 or 1. */
export const deleteMapping = (
  tx: Tx,
  workspace: WorkspaceId,
  { kind, id }: EntityRef,
  { source, external_id }: Mapping,
) =>
  deleteRows(tx, 'external_ids', {
    workspace_id: workspace,
    source,
    external_id,
    kind,
    entity_id: String(id),
  })

export async function deleteMappingsOf(
  tx: Tx,
  workspace: WorkspaceId,
  kind: EntityKind,
  ids: readonly (number | string)[],
) {
  await deleteRows(tx, 'external_ids', { workspace_id: workspace, kind, entity_id: ids.map(String) })
}

/**
 * Hides the mappings of deleted entities. Other entities can take over their external ids; the rest return when the
 * entity is restored.
 */
export async function hideMappingsOf(
  tx: Tx,
  workspace: WorkspaceId,
  kind: RestorableKind,
  ids: readonly (number | string)[],
) {
  const key = { workspace_id: workspace, kind, entity_id: ids.map(String) }
  await changeRows(tx, 'external_ids', key, { kind: deletedKind(kind) })
}

/** Attaches a restored entity's external ids again. An id that another entity got meanwhile stays with that entity. */
export async function showMappingsOf(
  tx: Tx,
  workspace: WorkspaceId,
  { kind, id }: EntityRef<RestorableKind>,
) {
  const key = { workspace_id: workspace, kind: deletedKind(kind), entity_id: String(id) }
  await changeRows(tx, 'external_ids', key, { kind })
}

export async function listMappings(
  db: Database | Tx,
  workspace: WorkspaceId,
  kind: EntityKind,
  ids: readonly (number | string)[],
) {
  return db
    .selectFrom('external_ids')
    .select(['entity_id', 'source', 'external_id'])
    .where('workspace_id', '=', workspace)
    .where('kind', '=', kind)
    .where('entity_id', 'in', ids.map(String))
    .orderBy('source')
    .orderBy('external_id')
    .execute()
}
