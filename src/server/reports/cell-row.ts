import type { Json, Need } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import type { ReportCell } from '../../engine/report/index.ts'
import { storable } from '../../engine/storable.ts'
import type { ReportCellRow } from '../db/index.ts'

/** Progress of a cell: the need that is being satisfied, and the state that continues with its answer. */
export interface CellProgress {
  readonly need: Need
  readonly state: Json
  readonly requestIds: readonly number[]
}

export type CellAddress = Pick<ReportCellRow, 'workspace_id' | 'report_id' | 'row_index' | 'column_id'>

const empty = { value: null, error_code: null, error_message: null, progress: null, request_ids: null }

/** Maximum characters of a value; a cell with a longer value fails. */
const maxValueLength = 10 * 1024 * 1024

export function cellRow(
  address: CellAddress,
  cell: ReportCell,
  requestIds: readonly number[],
): ReportCellRow {
  const request_ids = requestIds.length === 0 ? null : JSON.stringify(requestIds)
  if (cell.kind === 'failed') return failedRow(address, cell.failure, request_ids)
  const value = storable(JSON.stringify(cell.value))
  if (value.length > maxValueLength)
    return failedRow(
      address,
      { code: 'too_large', message: 'The value is too large to be stored.' },
      request_ids,
    )
  return { ...address, ...empty, status: 'COMPLETED', value, request_ids }
}

function failedRow(
  address: CellAddress,
  { code, message }: { code: string; message: string },
  request_ids: string | null,
): ReportCellRow {
  return {
    ...address,
    ...empty,
    status: 'FAILED',
    error_code: code,
    error_message: storable(message).slice(0, 4000).toWellFormed(),
    request_ids,
  }
}

/** Stores only needs after the first one, because the first follows from the inputs. */
export const runningRow = (address: CellAddress, progress: CellProgress | null): ReportCellRow => ({
  ...address,
  ...empty,
  status: 'RUNNING',
  progress: progress === null ? null : storable(JSON.stringify(progress)),
})

/** Reads a cell; null if it is not finished. */
export function cellOf({ status, value, error_code, error_message }: ReportCellRow): ReportCell | null {
  if (status === 'RUNNING') return null
  if (status === 'COMPLETED') return { kind: 'value', value: parseExact(value!) as Json }
  return { kind: 'failed', failure: { code: error_code!, message: error_message! } }
}

export const progressOf = ({ progress }: ReportCellRow): CellProgress | null =>
  progress === null ? null : (parseExact(progress) as CellProgress)
