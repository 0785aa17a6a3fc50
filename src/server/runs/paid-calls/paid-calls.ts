import type { Context } from '../../context.ts'
import type { PaidCallRow } from '../../db/index.ts'
import { type PaidCalls, paidCallsOf } from '../../template-runs/index.ts'
import type { PlannedCell } from '../outcome.ts'

/** A cell, with the hash of its inputs. */
export interface CellWork extends PlannedCell {
  readonly hash: string
}

type Run = Pick<PaidCallRow, 'workspace_id' | 'operation_id' | 'sheet'>

/** The answers that cells of a batch paid for before, in this operation or a cancelled one. */
export class PaidCallsOfBatch {
  readonly #context: Pick<Context, 'store' | 'now'>
  readonly #run: Run
  readonly #calls: ReadonlyMap<string, readonly PaidCallRow[]>

  constructor(context: Pick<Context, 'store' | 'now'>, run: Run, calls: readonly PaidCallRow[]) {
    this.#context = context
    this.#run = run
    this.#calls = Map.groupBy(calls, (call) => `${call.row_id} ${call.column_number}`)
  }

  of({ column, row, cell, hash }: CellWork): PaidCalls {
    const address = { row_id: row.id, column_number: column.row.number }
    // Computing an existing value again needs a new answer, but only one for each request.
    const mayUseOtherOperations = !column.ignoresPaidCalls && cell.resting !== 'COMPLETED'
    const usable = (this.#calls.get(`${address.row_id} ${address.column_number}`) ?? []).filter(
      (call) => call.work === hash && (mayUseOtherOperations || call.operation_id === this.#run.operation_id),
    )
    return paidCallsOf(this.#context, { ...this.#run, ...address, work: hash }, usable)
  }
}
