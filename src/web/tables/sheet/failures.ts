import type { Answer } from '../../api/index.ts'

export type Scored = Answer<'readSheetScore'>['columns'][number]
export type Distributions = Answer<'readDistributions'>
type ColumnDistribution = Distributions['columns'][number]

/** Whether the distributions cover only the first rows, as for large sheets. */
export const isPartial = (distributions: Distributions | undefined): boolean =>
  distributions !== undefined && distributions.rows < distributions.row_count

export const isBoolean = (scored: Scored | undefined): scored is Scored & { score: number } =>
  scored?.score != null && scored.resolved_scoring_type === 'boolean'

export const atLeast = (count: number, isBound: boolean): string =>
  `${count.toLocaleString('en')}${isBound ? '+' : ''}`

/** The number of failing cells of a column; null if none fails. A count of the first rows is a bound: `12+ fail`. */
export function failuresOf(
  scored: Scored | undefined,
  distribution: ColumnDistribution | undefined,
  isOfFirstRows: boolean,
): string | null {
  const failed = scored?.failed_count ?? distribution?.failed_cells ?? 0
  const verdicts = distribution?.distribution.kind === 'verdicts' ? distribution.distribution : null
  // The share of passes is exact, because it counts all rows, failed cells too.
  const isExact = verdicts === null || isBoolean(scored)
  const failing =
    verdicts && isBoolean(scored)
      ? scored.included_count - Math.round(scored.score * scored.included_count) - failed
      : (verdicts?.failed ?? 0)
  if (failing > 0) return `${atLeast(failed + failing, isOfFirstRows && !isExact)} fail`
  if (failed === 0) return null
  const isBound = isOfFirstRows && scored?.failed_count == null
  return `${atLeast(failed, isBound)} ${failed === 1 && !isBound ? 'error' : 'errors'}`
}
