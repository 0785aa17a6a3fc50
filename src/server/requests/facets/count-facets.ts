import { sourceOf } from '../../../engine/analytics/index.ts'
import { nullIfSlow } from '../../db/index.ts'
import type { Driver } from '../search/choose-driver-queries.ts'
import { findPage } from '../search/find-page.ts'
import type { Search } from '../search/search.ts'
import {
  type FacetCount,
  type FacetSpec,
  fromIds,
  hoursQuery,
  isOfHours,
  sampleQuery,
} from './facet-queries.ts'

/** The counts of several facets of one search. */
export interface CountedFacets {
  readonly requests: number
  /** True if `requests` is the number of all matching requests. */
  readonly isExact: boolean
  /** The facets in the order of the specs. */
  readonly facets: readonly {
    readonly accuracy: 'exact' | 'at_least' | 'too_slow'
    /** The most frequent values first. */
    readonly counts: readonly FacetCount[]
  }[]
}

/** Runs work with the opened search, or throws QueryTooSlowError. */
type Run = <T>(work: (search: Search, driver: Driver) => Promise<T>) => Promise<T>

/** Sizes of the samples whose requests are counted one by one. The larger one is read if the first was quick. */
const sampleSizes = [1_000, 10_000] as const
/** A larger sample is read only if the one before took fewer milliseconds. */
const quickSample = 150
/** Logs with at most this many matching requests are counted completely, if the samples were quick. */
const maxCounted = 100_000

interface Sample {
  readonly counts: readonly FacetCount[]
  readonly requests: number
  /** True if the sample holds all matching requests. */
  readonly isWhole: boolean
  readonly wasQuick: boolean
}

/** Counts facets. Counts from hourly sums, or from a sample with all requests, are exact; otherwise they are lower bounds. */
export async function countFacets(
  run: Run,
  specs: readonly FacetSpec[],
  limit: number,
): Promise<CountedFacets> {
  const newest = await largestSample(run, specs, limit)
  const sums = newest?.isWhole ? null : await countByHours(run, specs, limit)
  const total = sums?.find(({ facet }) => facet === -1)
  const isCountable =
    newest?.wasQuick &&
    newest.requests === sampleSizes.at(-1) &&
    total !== undefined &&
    Number(total.requests) <= maxCounted
  const all =
    isCountable && specs.some((spec) => !isOfHours(spec)) && (await sampleOf(run, specs, limit, maxCounted))
  const sample = all || newest
  return {
    requests: total ? Number(total.requests) : (sample?.requests ?? 0),
    isExact: total !== undefined || sample?.isWhole === true,
    facets: specs.map((spec) => {
      const exact = sums && isOfHours(spec) ? sums : sample?.isWhole ? sample.counts : null
      return {
        accuracy: exact ? ('exact' as const) : sample ? ('at_least' as const) : ('too_slow' as const),
        counts: (exact ?? sample?.counts ?? []).filter(({ facet }) => facet === spec.index),
      }
    }),
  }
}

/** Counts over the newest matching requests; null if even the smaller sample took too long. */
async function largestSample(run: Run, specs: readonly FacetSpec[], limit: number): Promise<Sample | null> {
  let sample: Sample | null = null
  for (const size of sampleSizes) {
    const larger = await sampleOf(run, specs, limit, size)
    sample = larger ?? sample
    if (!larger?.wasQuick || larger.isWhole) break
  }
  return sample
}

/** Counts over the newest matching requests, at most `size`; null if it took too long. */
async function sampleOf(
  run: Run,
  specs: readonly FacetSpec[],
  limit: number,
  size: number,
): Promise<Sample | null> {
  const began = performance.now()
  return nullIfSlow(() =>
    run(async (search, driver) => {
      const rows = await findPage(search, driver, { after: null, offset: 0, limit: size + 1 })
      const ids = rows.slice(0, size).map(({ id }) => id)
      const counts =
        ids.length > 0 ? await search.runQuery(sampleQuery(search, fromIds(search, ids), specs, limit)) : []
      const wasQuick = performance.now() - began <= quickSample
      return { counts, requests: ids.length, isWhole: rows.length <= size, wasQuick }
    }),
  )
}

/** Counts over all matching requests; null if the hourly sums cannot answer, or take too long. */
async function countByHours(
  run: Run,
  specs: readonly FacetSpec[],
  limit: number,
): Promise<readonly FacetCount[] | null> {
  const ofHours = specs.filter(isOfHours)
  if (ofHours.length === 0) return null
  return nullIfSlow(() =>
    run(async (search, driver) => {
      const source = sourceOf(search.query)
      if (source.from !== 'hours') return null
      return search.runQuery(hoursQuery(search, source, driver, ofHours, limit))
    }),
  )
}
