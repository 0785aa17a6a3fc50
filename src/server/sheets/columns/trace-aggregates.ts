import type { Database, SheetColumnRow, SheetRow } from '../../db/index.ts'
import { selectRowsFrom } from '../storage/row-queries.ts'
import { traceMetrics } from '../storage/trace-metrics.ts'
import { parseTexts } from '../storage/values.ts'

export interface Figures {
  readonly count: number
  /** For prices, the number of runs without a known price. */
  readonly unpriced: number
  readonly sum: number
  readonly min: number | null
  readonly max: number | null
}

export const noFigures: Figures = { count: 0, unpriced: 0, sum: 0, min: null, max: null }

export interface MeasuredFigures {
  readonly price: Figures
  readonly latency_ms: Figures
}

const rowsPerPage = 500

/** Latency and cost of the traces in the sheet, by column number. */
export async function aggregateTraces(
  db: Database,
  sheet: SheetRow,
  columns: readonly SheetColumnRow[],
): Promise<ReadonlyMap<number, MeasuredFigures>> {
  const totals = new Map<number, MeasuredFigures>()
  const traceColumns = columns.filter(({ type }) => type === 'TRACE')
  if (traceColumns.length === 0) return totals
  for (let from = 0; ; ) {
    const rows = await selectRowsFrom(db, sheet, from, 'asc', rowsPerPage)
    for (const row of rows) {
      const texts = parseTexts(row.texts)
      for (const { number } of traceColumns) {
        const metrics = traceMetrics(texts[number] ?? null)
        if (!metrics) continue
        const figures = totals.get(number) ?? { price: noFigures, latency_ms: noFigures }
        totals.set(number, {
          price: withValue(figures.price, metrics.price, metrics.request_count > 0),
          latency_ms: withValue(figures.latency_ms, metrics.latency_ms, false),
        })
      }
    }
    if (rows.length < rowsPerPage) return totals
    from = rows.at(-1)!.position + 1
  }
}

function withValue(before: Figures, value: number | null, isUnpriced: boolean): Figures {
  const { count, unpriced, sum, min, max } = before
  if (value === null) return isUnpriced ? { ...before, unpriced: unpriced + 1 } : before
  return {
    count: count + 1,
    unpriced,
    sum: sum + value,
    min: Math.min(min ?? value, value),
    max: Math.max(max ?? value, value),
  }
}
