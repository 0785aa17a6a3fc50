import type { TraceChart, TraceChartShape } from '../../../engine/analytics/traces/index.ts'
import { isOfRow } from './value-queries.ts'

/** True if rows of traces are enough for a chart, so that their copy in ClickHouse can answer it. */
export const isChartOfRows = ({ level, measures, shape }: TraceChart): boolean =>
  level !== 'span' && measures.every(({ field }) => field === null || isOfRow(field)) && isShapeOfRows(shape)

function isShapeOfRows(shape: TraceChartShape): boolean {
  switch (shape.by) {
    case 'nothing':
      return true
    case 'score':
      return false
    case 'two_groups':
    case 'hierarchy':
      return shape.fields.every(isOfRow)
    default:
      return shape.field === null || isOfRow(shape.field)
  }
}
