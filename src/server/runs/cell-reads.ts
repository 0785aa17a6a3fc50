import type { Json } from '../../engine/columns/index.ts'
import { type CellStatus, type Metric, metricOf, NEW_CELL } from '../../engine/sheet/index.ts'
import { type LoadedSheet, traceMetrics } from '../sheets/storage/index.ts'
import type { BatchRow } from './batch-cell.ts'

/** The cells that mirrors show, which are read separately. */
export interface Mirrored {
  status(column: string, row: BatchRow): CellStatus
  value(column: string, row: BatchRow): Json
  measured(column: string, row: BatchRow, metric: Metric): Json
}

/** Reads of the cells of a row. */
export interface CellReads {
  statusOf(column: string, row: BatchRow): CellStatus
  /** A function that reads a cell, or a part of it, in any row. */
  readOf(column: string | null, part: string | null): (row: BatchRow) => Json
}

const DONE: CellStatus = { state: 'COMPLETED', resting: 'COMPLETED', awaiting: false }

/** Computed cells are in the slots of a row, other cells in its texts, and cells of mirrors in `mirrored`. */
export function cellReads(
  loaded: LoadedSheet,
  slots: ReadonlyMap<string, number>,
  mirrored: Mirrored | null,
): CellReads {
  const { graph, byId } = loaded
  const statusOf: CellReads['statusOf'] = (columnId, row) => {
    const id = shownColumnOf(loaded, columnId)
    const slot = id === null ? undefined : slots.get(id)
    if (slot !== undefined) return row.cells[slot] ?? NEW_CELL
    if (id === null) return NEW_CELL
    return graph.find(id)!.kind === 'mirror' && mirrored ? mirrored.status(id, row) : DONE
  }
  const readOf: CellReads['readOf'] = (columnId, part) => {
    const id = columnId === null ? null : shownColumnOf(loaded, columnId)
    if (id === null) return () => null
    const slot = slots.get(id)
    const metric = metricOf(part)
    if (slot !== undefined) {
      if (metric === 'price') return (row) => row.cells[slot]?.price ?? null
      if (metric === 'latency_ms') return (row) => row.cells[slot]?.latency ?? null
      return (row) => {
        const cell = row.cells[slot]
        return cell?.state === 'COMPLETED' ? cell.value : null
      }
    }
    const column = byId.get(id)!
    const { kind } = graph.find(id)!
    if (kind === 'mirror') {
      if (metric !== null) return (row) => mirrored?.measured(id, row, metric) ?? null
      return (row) => mirrored?.value(id, row) ?? null
    }
    if (metric !== null) return (row) => traceMetrics(row.texts[column.number] ?? null)?.[metric] ?? null
    return (row) => row.texts[column.number] ?? null
  }
  return { statusOf, readOf }
}

/**
 * Follows mirrors within the sheet to the column that they show. For a mirror of another sheet or of
 * a deleted column, returns the mirror itself.
 */
export function shownColumnOf({ graph, sheet }: LoadedSheet, id: string): string | null {
  let columnId = id
  for (;;) {
    const column = graph.find(columnId)
    if (!column) return null
    if (column.kind !== 'mirror' || graph.isInCycle(columnId)) return columnId
    const source = graph.sources(columnId)[0]?.column ?? null
    if (source === null || graph.find(source)?.sheet !== sheet.id) return columnId
    columnId = source
  }
}
