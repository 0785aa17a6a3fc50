import type { Json, Need } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/exact-number.ts'
import type { ReportCell } from '../../engine/report/index.ts'
import type { ReportCellRow } from '../db/index.ts'
import { storable } from '../requests/index.ts'

/** How far a cell under way has come: the need whose answer it waits for, and the state that goes with it. */
export interface CellProgress {
  readonly need: Need
  readonly state: Json
  readonly requestIds: readonly number[]
}

export type CellPlace = Pick<ReportCellRow, 'workspace_id' | 'report_id' | 'row_index' | 'column_id'>

const empty = { value: null, error_code: null, error_message: null, progress: null, request_ids: null }

/** Characters of a value; what is longer fails its cell. */
const largestValue = 10 * 1024 * 1024

export function cellRow(place: CellPlace, cell: ReportCell, requestIds: readonly number[]): ReportCellRow {
  const request_ids = requestIds.length === 0 ? null : JSON.stringify(requestIds)
  if (cell.kind === 'failed') return failedRow(place, cell.failure, request_ids)
  const value = storable(JSON.stringify(cell.value))
  if (value.length > largestValue)
    return failedRow(place, { code: 'too_large', message: 'The value is too large to be kept.' }, request_ids)
  return { ...place, ...empty, status: 'COMPLETED', value, request_ids }
}

function failedRow(
  place: CellPlace,
  { code, message }: { code: string; message: string },
  request_ids: string | null,
): ReportCellRow {
  return {
    ...place,
    ...empty,
    status: 'FAILED',
    error_code: code,
    error_message: storable(message).slice(0, 4000).toWellFormed(),
    request_ids,
  }
}

/** Only later needs are kept: the first comes of the inputs again. */
export const runningRow = (place: CellPlace, progress: CellProgress | null): ReportCellRow => ({
  ...place,
  ...empty,
  status: 'RUNNING',
  progress: progress === null ? null : storable(JSON.stringify(progress)),
})

/** Null for one that has not finished. */
export function cellOf({ status, value, error_code, error_message }: ReportCellRow): ReportCell | null {
  if (status === 'RUNNING') return null
  if (status === 'COMPLETED') return { kind: 'value', value: parseExact(value!) as Json }
  return { kind: 'failed', failure: { code: error_code!, message: error_message! } }
}

export const progressOf = ({ progress }: ReportCellRow): CellProgress | null =>
  progress === null ? null : (parseExact(progress) as CellProgress)
