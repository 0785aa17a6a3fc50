import { Money } from '../../engine/price/index.ts'
import type { Context } from '../context.ts'
import type { PaidCallRow } from '../db/index.ts'
import type { PaidCalls } from '../running/index.ts'
import type { BatchCell, BatchRow } from './batch-cell.ts'
import type { PlannedColumn } from './column-plan.ts'
import { insertPaidCall } from './paid-call-queries.ts'

/** The work of a cell: its place, and the hash of what it is computed from. */
export interface CellWork {
  readonly column: PlannedColumn
  readonly row: BatchRow
  readonly cell: BatchCell
  readonly hash: string
}

type Run = Pick<PaidCallRow, 'workspace_id' | 'operation_id' | 'sheet'>

/** What the cells of a batch paid for before, in this operation or one that was cancelled. */
export class PaidCallsOfBatch {
  readonly #context: Pick<Context, 'store' | 'now'>
  readonly #run: Run
  readonly #found: ReadonlyMap<string, readonly PaidCallRow[]>

  constructor(context: Pick<Context, 'store' | 'now'>, run: Run, found: readonly PaidCallRow[]) {
    this.#context = context
    this.#run = run
    this.#found = Map.groupBy(found, (call) => `${call.row_id} ${call.column_number}`)
  }

  of({ column, row, cell, hash }: CellWork): PaidCalls {
    const { store, now } = this.#context
    const { operation_id } = this.#run
    const place = { row_id: row.id, column_number: column.row.number }
    // Whoever asks again for a value that is there wants another answer, but one for each asking.
    const mayUseOthers = !column.asksAnew && cell.resting !== 'COMPLETED'
    const left = (this.#found.get(`${place.row_id} ${place.column_number}`) ?? []).filter(
      (call) => call.work === hash && (mayUseOthers || call.operation_id === operation_id),
    )
    return {
      take(call) {
        const at = left.findIndex((one) => one.call === call)
        if (at < 0) return null
        const { request_id: requestId, cost, finish_reason: finishReason } = left.splice(at, 1)[0]!
        return { requestId, finishReason, cost: cost === null ? null : new Money(cost) }
      },
      note: (call, { requestId, cost, finishReason, isAnswer }) => [
        insertPaidCall(store, {
          ...this.#run,
          ...place,
          request_id: requestId,
          work: isAnswer ? hash : null,
          call,
          finish_reason: finishReason,
          cost: cost === null ? null : cost.toNumber(),
          created_at: now(),
        }),
      ],
    }
  }
}
