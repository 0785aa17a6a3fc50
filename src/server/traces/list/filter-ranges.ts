import { type TraceExpression, type TraceSort, traceSorts } from '../../../engine/analytics/traces/index.ts'
import type { Range } from '../../../engine/search/index.ts'
import { isListedScore, type ListedScore } from '../../requests/index.ts'

/** Ranges of indexed numbers that contain all matches. */
export function rangesOf(filter: TraceExpression): { readonly field: TraceSort; readonly range: Range }[] {
  if (filter.type === 'all') return filter.of.flatMap(rangesOf)
  if (filter.type === 'any') return filter.of.length === 1 ? rangesOf(filter.of[0]!) : []
  return filter.type === 'number' && isSort(filter.field)
    ? [{ field: filter.field, range: filter.range }]
    : []
}

/** Tests of scores that all matches pass and that an index lists. */
export function requiredScores(filter: TraceExpression): ListedScore[] {
  if (filter.type === 'all') return filter.of.flatMap(requiredScores)
  if (filter.type === 'any') return filter.of.length === 1 ? requiredScores(filter.of[0]!) : []
  return isListedScore(filter) ? [filter] : []
}

const isSort = (field: string): field is TraceSort => (traceSorts as readonly string[]).includes(field)

/** The ranges of starts that the filter allows. */
export const startRangesOf = (filter: TraceExpression): Range[] =>
  rangesOf(filter).flatMap(({ field, range }) => (field === 'trace_start_time' ? [range] : []))
