import {
  type Bucketing,
  bucketOf,
  type Chart,
  dateOf,
  type Measure,
  metricFields,
  type NamedScore,
  percentileOf,
} from '../../../src/engine/analytics/index.ts'
import { type Api, bodyOf } from '../../kit/api.ts'
import type { SearchRecord } from './search-in-memory.ts'

export const analyticsPath = '/api/public/v2/requests/analytics'
export const customPath = '/api/public/v2/requests/analytics/custom-analytics'

export async function analyticsOf(api: Api, body: object = {}) {
  return bodyOf(await api.post(analyticsPath, body))
}

export async function chartOf(api: Api, chart: object, rest: object = {}) {
  return bodyOf(
    await api.post(customPath, {
      ...rest,
      customCharts: [{ id: 'chart', chartType: 'bar', ...chart }],
    }),
    200,
  ).customCharts[0]
}

const numberOf = (
  { numbers, ...record }: SearchRecord,
  field: NonNullable<Measure['field']>,
  named: Measure['score'],
): number | null => {
  const isCounted = numbers.input_tokens! + numbers.output_tokens! > 0
  switch (field) {
    case 'turn_count':
      return record.turnCount
    case 'tool_call_count':
      return record.toolCallCount
    case 'score': {
      const { scores, given = [] } = record
      if (named) return meanOf(namedValues({ scores, given }, named))
      return scores.length === 0 ? null : scores.reduce((sum, { score }) => sum + score, 0) / scores.length
    }
    case 'input_tokens':
    case 'output_tokens':
      return isCounted ? numbers[field] : null
    case 'total_tokens':
      return isCounted ? numbers.input_tokens! + numbers.output_tokens! : null
    case 'errors':
      return Number(record.status === 'ERROR')
    case 'cached_tokens':
    case 'thinking_tokens':
      return 0
    default:
      return numbers[field]
  }
}

function namedValues(
  { scores, given = [] }: Pick<SearchRecord, 'scores' | 'given'>,
  { name, value }: NamedScore,
): number[] {
  const own = scores.filter((score) => score.name === name).map(({ score }) => score)
  const others = given.filter((each) => each.name === name).map((each) => each.value)
  if (value === null)
    return own.length > 0 ? own : others.flatMap((each) => (typeof each === 'string' ? [] : [Number(each)]))
  return textsOf(others).map((text) => Number(text === value))
}

const textsOf = (values: readonly (number | boolean | string)[]): string[] =>
  values.flatMap((value) =>
    typeof value === 'number' ? [] : value === true ? ['yes'] : value === false ? ['no'] : [value],
  )

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Requests that have the score of a measure; null for other measures. */
export const scoredIn = (
  records: readonly SearchRecord[],
  { metric, field, score }: Measure,
): number | null =>
  field === 'score' && metric !== 'count'
    ? records.filter((record) => numberOf(record, field, score) !== null).length
    : null

/** Computes a measure over requests, one by one; latencies are in seconds. */
export function computeMeasure(
  records: readonly SearchRecord[],
  { metric, field, percent, score }: Measure,
): number | null {
  if (metric === 'count' || field === null) return records.length
  const values = records.flatMap((record) => numberOf(record, field, score) ?? [])
  const sum = values.reduce((all, value) => all + value, 0)
  const scale = metricFields[field] === 'duration_seconds' ? 1000 : 1
  if (metric === 'sum') return sum / scale
  if (values.length === 0) return null
  if (metric === 'avg') return sum / values.length / scale
  if (metric === 'percentile') return percentileOf(values, percent)! / scale
  return values.reduce((a, b) => Math[metric](a, b)) / scale
}

/** The groups that a request is in. */
function namesOf(record: SearchRecord, grouping: NonNullable<Chart['grouping']>): string[] {
  if (grouping.by === 'score')
    return [
      ...new Set(
        textsOf((record.given ?? []).flatMap(({ name, value }) => (name === grouping.name ? [value] : []))),
      ),
    ]
  if (grouping.by === 'facet_key')
    return [...new Set(record.facets.flatMap(({ kind, key }) => (kind === grouping.kind ? [key] : [])))]
  if (grouping.by === 'facet')
    return record.facets.flatMap(({ kind, key, value }) =>
      kind === grouping.kind && key === grouping.key ? [value] : [],
    )
  switch (grouping.field) {
    case 'engine':
    case 'provider_type':
    case 'status':
    case 'source':
      return [record[grouping.field]]
    case 'error_type':
      return record.error_type === null ? [] : [record.error_type]
    case 'prompt_version': {
      const { prompt_id: prompt, prompt_version_number: version } = record.numbers
      return prompt === null || version === null ? [] : [`${prompt}:${version}`]
    }
    default: {
      const number = record.numbers[grouping.field]
      return number === null ? [] : [String(number)]
    }
  }
}

export const groupsOf = (records: readonly SearchRecord[], chart: Chart): Map<string, SearchRecord[]> => {
  const groups = new Map<string, SearchRecord[]>()
  for (const record of records)
    for (const name of chart.grouping ? namesOf(record, chart.grouping) : ['all'])
      groups.set(name, [...(groups.get(name) ?? []), record])
  return groups
}

export const byDate = (records: readonly SearchRecord[], bucketing: Bucketing): Map<string, SearchRecord[]> =>
  Map.groupBy(records, ({ numbers }) => dateOf(bucketing, bucketOf(bucketing, numbers.request_start_time!)))

/** Whether two numbers are equal except for rounding, because sums may be added in another order. */
export function isClose(actual: number | null, expected: number | null): boolean {
  if (actual === null || expected === null) return actual === expected
  const difference = Math.abs(actual - expected)
  return difference <= 1e-9 * Math.max(1, Math.abs(expected))
}
