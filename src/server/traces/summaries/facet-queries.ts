import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { TraceFacet } from '../../../engine/traces/index.ts'
import { enqueueCompiled, type Store, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { facetNumbers, type StoredFacet } from './facet-numbers.ts'

/** A facet of a trace, as an item of the JSON lists below. */
export type FacetOfTrace = readonly [traceId: string, ...StoredFacet]

/** Call this before the start of the traces changes, because their facets are found by the start. */
export function deleteFacets(
  store: Store,
  workspace: WorkspaceId,
  facets: readonly FacetOfTrace[],
): CompiledQuery[] {
  if (facets.length === 0) return []
  const rows = facetRows(store, workspace, facets)
  const matches = sql`g.workspace_id = f.workspace_id and g.kind = f.kind and g.key = f.key and g.value = f.value
    and g.started_at = f.started_at and g.trace_id = f.trace_id`
  const query =
    store.dialect === 'sqlite'
      ? sql`delete from trace_facets where (workspace_id, kind, key, value, started_at, trace_id) in (${rows})`
      : sql`delete from trace_facets f using (${rows}) g where ${matches}`
  return [query.compile(store.db)]
}

export function insertFacets(
  store: Store,
  workspace: WorkspaceId,
  facets: readonly FacetOfTrace[],
): CompiledQuery[] {
  if (facets.length === 0) return []
  const query = sql`insert into trace_facets (workspace_id, kind, key, value, started_at, trace_id)
    ${facetRows(store, workspace, facets)} on conflict do nothing`
  return [query.compile(store.db)]
}

/** The start is read from the row of the trace, because a double in JSON may lose its last bit on SQLite. */
const facetRows = (
  { dialect }: Store,
  workspace: WorkspaceId,
  facets: readonly FacetOfTrace[],
): RawBuilder<unknown> => {
  const json = JSON.stringify(facets)
  return dialect === 'sqlite'
    ? sql`select t.workspace_id, e.value ->> 1, e.value ->> 2, e.value ->> 3, t.started_at, t.trace_id
        from json_each(${json}) e cross join traces t on t.workspace_id = ${workspace} and t.trace_id = e.value ->> 0
        where t.started_at is not null`
    : sql`select t.workspace_id, (e.value ->> 1)::smallint as kind, e.value ->> 2 as key, e.value ->> 3 as value,
          t.started_at, t.trace_id
        from jsonb_array_elements(${json}::jsonb) e cross join lateral (
          select * from traces where workspace_id = ${workspace} and trace_id = e.value ->> 0 offset 0) t
        where t.started_at is not null`
}

export const storedFacets = (facets: readonly TraceFacet[]): StoredFacet[] =>
  facets.map(([kind, key, value]) => [facetNumbers[kind], key, value])

/** Deletes the facets of a trace that will be deleted. */
export async function deleteAllFacets(
  tx: Tx,
  store: Store,
  workspace: WorkspaceId,
  traceId: string,
): Promise<void> {
  const trace = await tx
    .selectFrom('traces')
    .select('facets')
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .executeTakeFirst()
  const facets = JSON.parse(trace?.facets ?? '[]') as StoredFacet[]
  for (const statement of deleteFacets(
    store,
    workspace,
    facets.map((facet) => [traceId, ...facet]),
  ))
    await enqueueCompiled(tx, statement)
}
