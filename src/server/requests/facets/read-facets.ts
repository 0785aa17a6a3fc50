import type { FacetField } from '../../../contract/index.ts'
import { facetText, invalidFilter, parseSearch } from '../../../engine/search/index.ts'
import { type Database, nullIfSlow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { listPromptNames, listPromptsNamed } from '../queries.ts'
import { searchLog } from '../search/search-log.ts'
import { sharedLimit } from '../search/time-limit.ts'
import type { FacetSpec } from './facet-queries.ts'

/** Milliseconds for all facets of a call. The limit is short, because searches need the same reader threads. */
const facetsTimeout = 2_000

export const readRequestFacets: Handler<'readRequestFacets'> = async ({ store }, { caller, body }) => {
  const { workspace } = caller
  const specs = await Promise.all(body.facets.map((spec, index) => specOf(store.db, workspace, spec, index)))
  const query = parseSearch({ filter_group: body.filter_group, q: body.q ?? null })
  const limit = sharedLimit(facetsTimeout)
  const search = await nullIfSlow(() => searchLog(store, workspace, query, { limit }))
  const counted = await search?.facets(specs, body.limit)
  const facets = specs.map(({ field, index }) => {
    const { accuracy, counts } = counted?.facets[index] ?? { accuracy: 'too_slow' as const, counts: [] }
    return {
      field,
      nested_key: body.facets[index]!.nested_key ?? null,
      accuracy,
      values: counts.map(({ value, requests }) => ({ value, label: null, requests: Number(requests) })),
      has_more: counts.length > 0 && Number(counts[0]!.different) > counts.length,
    }
  })
  return {
    success: true as const,
    requests: counted?.requests ?? 0,
    requests_are_exact: counted?.isExact ?? false,
    facets: await withPromptNames(store.db, workspace, facets),
  }
}

/** Prompts whose name contains the text of a facet; more are left out. */
const maxPrompts = 500

interface SentSpec {
  readonly field: FacetField
  readonly nested_key?: string | null | undefined
  readonly contains?: string | null | undefined
}

async function specOf(
  db: Database,
  workspace: WorkspaceId,
  { field, nested_key: key, contains = null }: SentSpec,
  index: number,
): Promise<FacetSpec> {
  const needsKey = field === 'metadata' || field === 'score_values'
  if (needsKey && !key) throw invalidFilter(`facets.${index}.nested_key`, `is required for ${field}`)
  if (!needsKey && key != null)
    throw invalidFilter(`facets.${index}.nested_key`, `must not be sent for ${field}`)
  const spec = { index, field, key: field === 'metadata' ? facetText(key!) : (key ?? '') }
  // Prompts are counted by id, and found by name.
  if (contains === null) return spec
  if (field !== 'prompt_id') return { ...spec, contains }
  const ids = await listPromptsNamed(db, workspace, contains, maxPrompts)
  return { ...spec, among: ids.map(String) }
}

interface Facet {
  readonly field: FacetField
  readonly values: readonly {
    readonly value: string
    readonly label: string | null
    readonly requests: number
  }[]
}

/** Adds names to prompts, which are counted by id. */
async function withPromptNames<F extends Facet>(db: Database, workspace: WorkspaceId, facets: readonly F[]) {
  const ids = facets.flatMap(({ field, values }) =>
    field === 'prompt_id' ? values.map(({ value }) => Number(value)) : [],
  )
  const names = await listPromptNames(db, workspace, ids, 'live')
  return facets.map((facet) => ({
    ...facet,
    values: facet.values.map((item) =>
      facet.field === 'prompt_id' ? { ...item, label: names.get(Number(item.value)) ?? null } : { ...item },
    ),
  }))
}
