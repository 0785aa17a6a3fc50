import type { Json } from '../../../engine/columns/index.ts'
import { metricOf } from '../../../engine/sheet/index.ts'
import type { CellContent } from '../../sheets/storage/index.ts'

/** The value of a cell, or a metric of its run. */
export function sourceValue({ value, metrics }: CellContent, part: string | null): Json {
  const metric = metricOf(part)
  return metric === null ? value : (metrics?.[metric] ?? null)
}
