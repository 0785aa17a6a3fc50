import type { Answer } from '../api/index.ts'
import { numberIn, otherKey } from './number-in.ts'

type Chart = Pick<Answer<'readCustomRequestAnalytics'>['customCharts'][number], 'data' | 'series'>

/** The error of sums of doubles, as a share of the sum. */
const roundingError = 1e-9

/** The part of a total that its parts lack. */
export function remainderOf(total: number, parts: readonly number[]): number {
  const rest = total - parts.reduce((sum, part) => sum + part, 0)
  return rest > total * roundingError ? rest : 0
}

/**
 * Adds a series with the part of `all` that no group has, so that the stack is as high as the sum of all requests. A
 * request must be in one group at most.
 */
export function withOther<C extends Chart>(groups: C, all: Chart, label: string): C {
  const { key, unit } = all.series[0]!
  const rows = new Map(groups.data.map((row) => [row['date'], row]))
  const sumOf = (row: Readonly<Record<string, unknown>>, suffix: string) =>
    groups.series.map((series) => numberIn(row[`${series.key}${suffix}`]) ?? 0)
  const data = all.data.map((whole) => {
    const row = rows.get(whole['date']) ?? { date: whole['date'], dateLabel: whole['dateLabel'] }
    const rest = (suffix: string) => remainderOf(numberIn(whole[`${key}${suffix}`]) ?? 0, sumOf(row, suffix))
    const unpriced = rest('_unpriced')
    return { ...row, [otherKey]: rest(''), ...(unpriced > 0 && { [`${otherKey}_unpriced`]: unpriced }) }
  })
  const hasRest = data.some((row) => row[otherKey] > 0 || `${otherKey}_unpriced` in row)
  return hasRest ? { ...groups, data, series: [...groups.series, { key: otherKey, label, unit }] } : groups
}
