import type { TraceFacetField, TraceSuggestedField } from '../../../contract/index.ts'
import { facetText, invalidFilter } from '../../../engine/search/index.ts'
import { nullIfSlow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import type { Sql } from '../../requests/index.ts'
import { facetNumbers } from '../summaries/facet-numbers.ts'
import { chooseTraceDriver } from './choose-driver-queries.ts'
import {
  facetCountsQuery,
  type ListedFacetSpec,
  newestMatching,
  type ScoreFacetSpec,
  scoreCountsQuery,
  type TraceFacetCount,
  tracesWithIds,
  traceValuesQuery,
} from './facet-queries.ts'
import { newestWithWords } from './find-traces.ts'
import { traceCountQuery } from './list-queries.ts'
import { queryTraceRows } from './query-trace-rows.ts'
import { type TraceQuery, traceQuery } from './trace-query.ts'

/** Milliseconds for all facets of a call, which are less important than the list. */
const facetsTimeout = 2_000
/** Number of traces, the newest, whose values are counted. */
const sampleSize = 10_000

const kinds = {
  trace_status: 'status',
  trace_name: 'name',
  span_name: 'span_name',
  trace_models_used: 'model',
  trace_tool_names: 'tool',
  trace_session_id: 'session',
  trace_user_id: 'user',
  metadata: 'metadata',
  metadata_keys: 'metadata',
  tags: 'tag',
} as const satisfies Record<TraceSuggestedField, keyof typeof facetNumbers>

/** The listed values. With a null key, these are the keys of a kind. */
function listOf(field: TraceSuggestedField, key: string | null | undefined, path: string) {
  if (field === 'metadata' && !key) throw invalidFilter(path, 'is required for metadata')
  if (field !== 'metadata' && key != null) throw invalidFilter(path, `must not be sent for ${field}`)
  const kind = facetNumbers[kinds[field]]
  return { kind, key: field === 'metadata_keys' ? null : field === 'metadata' ? facetText(key!) : '' }
}

interface Specs {
  readonly listed: readonly ListedFacetSpec[]
  readonly scores: readonly ScoreFacetSpec[]
}

interface FacetQuery {
  readonly field: TraceFacetField
  readonly nested_key?: string | null | undefined
  readonly contains?: string | null | undefined
}

function specsOf(facets: readonly FacetQuery[]): Specs {
  const listed: ListedFacetSpec[] = []
  const scores: ScoreFacetSpec[] = []
  facets.forEach(({ field, nested_key: key, contains = null }, index) => {
    const path = `facets.${index}.nested_key`
    if (field === 'score_names' || field === 'session_score_names') {
      if (key != null) throw invalidFilter(path, `must not be sent for ${field}`)
      scores.push({ index, contains, name: null, of: field === 'score_names' ? 'traces' : 'sessions' })
    } else if (field === 'score_values') {
      if (!key) throw invalidFilter(path, `is required for ${field}`)
      scores.push({ index, contains, name: key, of: 'traces' })
    } else listed.push({ index, contains, ...listOf(field, key, path) })
  })
  return { listed, scores }
}

export const readTraceFacets: Handler<'readTraceFacets'> = async ({ store, now }, { caller, body }) => {
  const specs = specsOf(body.facets)
  const query = traceQuery(store, caller.workspace, body, { now: now(), timeout: facetsTimeout })
  const sample = await nullIfSlow(() => sampleOf(query, specs, body.limit))
  return {
    success: true as const,
    traces: sample?.traces ?? 0,
    traces_are_exact: sample?.isWhole ?? false,
    facets: body.facets.map(({ field, nested_key }, index) => {
      const counts = (sample?.counts ?? []).filter(({ spec }) => Number(spec) === index)
      return {
        field,
        nested_key: nested_key ?? null,
        accuracy: sample
          ? sample.isWhole
            ? ('exact' as const)
            : ('at_least' as const)
          : ('too_slow' as const),
        values: counts.map(({ value, traces }) => ({ value, traces: Number(traces) })),
        has_more: counts.length > 0 && Number(counts[0]!.distinct_values) > counts.length,
      }
    }),
  }
}

interface Sample {
  readonly counts: readonly TraceFacetCount[]
  readonly traces: number
  readonly isWhole: boolean
}

async function sampleOf(query: TraceQuery, specs: Specs, maxValues: number): Promise<Sample> {
  if (query.words) {
    const { ids, total, isWhole } = await newestWithWords(query)
    const foundTraces = tracesWithIds(query, ids)
    const counts =
      ids.length > 0
        ? [
            ...(await countListed(query, foundTraces, specs.listed, maxValues)),
            ...(await countScores(query, foundTraces, specs.scores, maxValues)),
          ]
        : []
    return { counts, traces: total.atLeast, isWhole }
  }
  const { traces, listed } = await queryTraceRows(query, (rowQuery) =>
    countNewest(rowQuery, specs.listed, maxValues),
  )
  const scores = specs.scores.length > 0 ? await countScoresOfNewest(query, specs.scores, maxValues) : []
  return {
    counts: [...listed, ...scores],
    traces: Math.min(traces, sampleSize),
    isWhole: traces <= sampleSize,
  }
}

async function countNewest(query: TraceQuery, specs: Specs['listed'], maxValues: number) {
  const driver = await chooseTraceDriver(query)
  const [row] = await query.runQuery(traceCountQuery(query, driver, sampleSize + 1))
  const listed = await countListed(query, newestMatching(query, driver, sampleSize), specs, maxValues)
  return { traces: Number(row!.total), listed }
}

async function countScoresOfNewest(query: TraceQuery, specs: Specs['scores'], maxValues: number) {
  const driver = await chooseTraceDriver(query)
  return countScores(query, newestMatching(query, driver, sampleSize), specs, maxValues)
}

const countListed = async (
  query: TraceQuery,
  traces: Sql<unknown>,
  specs: Specs['listed'],
  maxValues: number,
): Promise<TraceFacetCount[]> =>
  specs.length > 0 ? query.runQuery(facetCountsQuery(query, traces, specs, maxValues)) : []

const countScores = async (
  query: TraceQuery,
  traces: Sql<unknown>,
  specs: Specs['scores'],
  maxValues: number,
): Promise<TraceFacetCount[]> =>
  specs.length > 0 ? query.runQuery(scoreCountsQuery(query, traces, specs, maxValues)) : []

const maxSuggestions = 50

export const suggestTraceValues: Handler<'suggestTraceValues'> = async ({ store }, { caller, query }) => {
  const { field, prefix = '', nested_key: key } = query
  const list = listOf(field, key, 'nested_key')
  const values = traceValuesQuery(
    { store, workspace: caller.workspace },
    list,
    facetText(prefix),
    maxSuggestions,
  )
  return {
    success: true as const,
    values: (await store.timedQuery(values, facetsTimeout)).map(({ value }) => value),
  }
}
