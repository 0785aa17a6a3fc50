import { classNames, counted } from '../../design/index.ts'
import type { Calculation } from './criteria.ts'

type CoverageData = NonNullable<Calculation['coverage']>

/** The rows that the score covers; a warning unless it covers all of them. */
export function Coverage({ coverage }: { coverage: CoverageData | null }) {
  if (!coverage) return null
  const { scored_rows: scored, total_rows: total, failed_cells: failed, missing_cells: missing } = coverage
  const isWhole = scored === total && failed === 0 && missing === 0
  const parts = [
    `${scored.toLocaleString('en')} of ${counted(total, 'row')} scored`,
    ...(failed > 0 ? [`${counted(failed, 'cell')} failed`] : []),
    ...(missing > 0 ? [`${counted(missing, 'cell')} without a value`] : []),
  ]
  return (
    <p className={classNames('text-small', isWhole ? 'text-ink-soft' : 'text-warning')}>{parts.join(', ')}</p>
  )
}
