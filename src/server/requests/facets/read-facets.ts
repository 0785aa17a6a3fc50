import type { FacetField } from '../../../contract/index.ts'
import { sourceOf } from '../../../engine/analytics/index.ts'
import { facetText, invalidFilter, parseSearch } from '../../../engine/search/index.ts'
import { QueryTooSlowError } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { promptNamesQuery } from '../analytics/overview-queries.ts'
import { chooseDriver, type Driver } from '../search/choose-driver-queries.ts'
import { findPage } from '../search/find-page.ts'
import { openSearch } from '../search/open-search.ts'
import type { Search } from '../search/search.ts'
import { queriesWithin } from '../search/time-limit.ts'
import { type FacetCount, type FacetSpec, hoursQuery, isOfHours, sampleQuery } from './facet-queries.ts'

/** Milliseconds for all facets of a call. Facets are an aside of the log: they must not keep readers from searches. */
const facetsTimeout = 2_000
/** Requests counted one by one: a few first, then more if the few were quick. */
const sampleSizes = [1_000, 10_000] as const
/** Milliseconds of the first sample after which the second is not tried. */
const quickSample = 150

interface Sample {
  readonly counts: readonly FacetCount[]
  readonly requests: number
  /** The sample holds all matching requests. */
  readonly isWhole: boolean
}

export const readRequestFacets: Handler<'readRequestFacets'> = async ({ store }, { caller, body }) => {
  const specs = body.facets.map(specOf)
  const query = parseSearch({ filter_group: body.filter_group, q: body.q ?? null })
  const opened = await inTime(async () => {
    const search = await openSearch(store, caller.workspace, query, queriesWithin(store, facetsTimeout))
    return { search, driver: await chooseDriver(search) }
  })
  const sample = opened && (await sampled(opened.search, opened.driver, specs, body.limit))
  const sums =
    opened && !sample?.isWhole ? await summed(opened.search, opened.driver, specs, body.limit) : null
  const total = sums?.find(({ facet }) => facet === -1)
  const facets = specs.map((spec) => {
    const exact = sums && isOfHours(spec) ? sums : sample?.isWhole ? sample.counts : null
    const counts = (exact ?? sample?.counts ?? []).filter(({ facet }) => facet === spec.index)
    return {
      field: spec.field,
      nested_key: body.facets[spec.index]!.nested_key ?? null,
      accuracy: exact ? ('exact' as const) : sample ? ('at_least' as const) : ('too_slow' as const),
      values: counts.map(({ value, requests }) => ({ value, label: null, requests: Number(requests) })),
      has_more: counts.length > 0 && Number(counts[0]!.different) > counts.length,
    }
  })
  return {
    success: true as const,
    requests: total ? Number(total.requests) : (sample?.requests ?? 0),
    requests_are_exact: total !== undefined || sample?.isWhole === true,
    facets: opened ? await withPromptNames(opened.search, facets) : facets,
  }
}

function specOf(
  { field, nested_key: key }: { field: FacetField; nested_key?: string | null | undefined },
  index: number,
): FacetSpec {
  if (field === 'metadata' && !key)
    throw invalidFilter(`facets.${index}.nested_key`, 'is required for metadata')
  if (field !== 'metadata' && key != null)
    throw invalidFilter(`facets.${index}.nested_key`, `must not be sent for ${field}`)
  return { index, field, key: key ? facetText(key) : '' }
}

/** Null: stopped at the time limit. */
async function inTime<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof QueryTooSlowError) return null
    throw error
  }
}

/** Counts over the newest matching requests; null if even the few took too long. */
async function sampled(
  search: Search,
  driver: Driver,
  specs: readonly FacetSpec[],
  limit: number,
): Promise<Sample | null> {
  let sample: Sample | null = null
  for (const size of sampleSizes) {
    const began = performance.now()
    const larger = await inTime(async () => {
      const found = await findPage(search, driver, { after: null, offset: 0, limit: size + 1 })
      const ids = found.slice(0, size).map(({ id }) => id)
      const counts = ids.length > 0 ? await search.runQuery(sampleQuery(search, ids, specs, limit)) : []
      return { counts, requests: ids.length, isWhole: found.length <= size }
    })
    sample = larger ?? sample
    if (!larger || larger.isWhole || performance.now() - began > quickSample) break
  }
  return sample
}

/** Counts over all matching requests; null if the hourly sums cannot answer, or not in time. */
async function summed(
  search: Search,
  driver: Driver,
  specs: readonly FacetSpec[],
  limit: number,
): Promise<readonly FacetCount[] | null> {
  const source = sourceOf(search.query)
  const ofHours = specs.filter(isOfHours)
  if (source.from !== 'hours' || ofHours.length === 0) return null
  return inTime(() => search.runQuery(hoursQuery(search, source, driver, ofHours, limit)))
}

interface Facet {
  readonly field: FacetField
  readonly values: readonly {
    readonly value: string
    readonly label: string | null
    readonly requests: number
  }[]
}

/** Prompts are counted by id; their names are the labels. */
async function withPromptNames<F extends Facet>(search: Search, facets: readonly F[]) {
  const ids = facets.flatMap(({ field, values }) =>
    field === 'prompt_id' ? values.map(({ value }) => Number(value)) : [],
  )
  const prompts = ids.length > 0 ? await promptNamesQuery(search, [...new Set(ids)]) : []
  const names = new Map(prompts.map(({ id, name }) => [String(id), name]))
  return facets.map((facet) => ({
    ...facet,
    values: facet.values.map((one) =>
      facet.field === 'prompt_id' ? { ...one, label: names.get(one.value) ?? null } : { ...one },
    ),
  }))
}
