import type { Database } from '../../db/index.ts'
import { aggregateMetrics } from '../storage/cell-count-queries.ts'
import type { LoadedSheet } from '../storage/load-sheet.ts'
import { type SystemColumn, systemColumnsOf } from '../storage/system-columns.ts'
import { aggregateTraces, type Figures, noFigures } from './trace-aggregates.ts'

/** Cost and latency of the runs, for each column that shows them and for the sheet. */
export async function metadataAggregates(db: Database, { sheet, columns }: LoadedSheet) {
  const rows = new Map((await aggregateMetrics(db, sheet)).map((row) => [row.column_number, row]))
  const traces = await aggregateTraces(db, sheet, columns)
  const aggregates = columns.flatMap(systemColumnsOf).map((column) => {
    const { number } = column.source
    const row = rows.get(number)
    const figures = row ? figuresOf(row, column.metric) : traces.get(number)?.[column.metric]
    return { column, figures: figures ?? noFigures }
  })
  const bySheet = (['price', 'latency_ms'] as const).map((metric) => {
    const all = aggregates.filter(({ column }) => column.metric === metric).map(({ figures }) => figures)
    return [
      metric,
      aggregate(metric, metric === 'price' ? 'price' : 'latency', all.reduce(combine, noFigures)),
    ]
  })
  return {
    by_column_id: Object.fromEntries(
      aggregates.map(({ column, figures }) => [column.id, { ...ofColumn(column, figures) }]),
    ),
    sheet: { by_metric: Object.fromEntries(bySheet) },
  }
}

type MetricRow = Awaited<ReturnType<typeof aggregateMetrics>>[number]

const figuresOf = (row: MetricRow, metric: SystemColumn['metric']): Figures =>
  metric === 'price'
    ? {
        count: Number(row.prices),
        unpriced: Number(row.latencies) - Number(row.prices),
        sum: row.price_sum ?? 0,
        min: row.price_min,
        max: row.price_max,
      }
    : {
        count: Number(row.latencies),
        unpriced: 0,
        sum: row.latency_sum ?? 0,
        min: row.latency_min,
        max: row.latency_max,
      }

function combine(a: Figures, b: Figures): Figures {
  const withoutNulls = (values: (number | null)[]) => values.filter((value) => value !== null)
  const [lowest, highest] = [withoutNulls([a.min, b.min]), withoutNulls([a.max, b.max])]
  return {
    count: a.count + b.count,
    unpriced: a.unpriced + b.unpriced,
    sum: a.sum + b.sum,
    min: lowest.length > 0 ? Math.min(...lowest) : null,
    max: highest.length > 0 ? Math.max(...highest) : null,
  }
}

const ofColumn = ({ id, metric, label, source }: SystemColumn, figures: Figures) => ({
  ...aggregate(metric, label, figures),
  column_id: id,
  source_column_id: source.id,
})

function aggregate(
  metric: SystemColumn['metric'],
  label: string,
  { count, unpriced, sum, min, max }: Figures,
) {
  return {
    metric_key: metric,
    metric_label: label,
    count,
    unpriced,
    sum,
    avg: count === 0 ? null : sum / count,
    min,
    max,
  }
}
