import { Money } from '../../engine/price/index.ts'
import type { Context } from '../context.ts'
import type { PaidCallRow } from '../db/index.ts'
import type { Lease } from '../jobs/index.ts'
import type { PaidCalls } from './options.ts'
import { deletePaidCallsOfJob, insertPaidCall, noSheet, selectPaidCallsOfJob } from './paid-call-queries.ts'

type Owner = Pick<
  PaidCallRow,
  'workspace_id' | 'operation_id' | 'sheet' | 'row_id' | 'column_number' | 'work'
>

/** The paid calls of one piece of work. `unused` loses the answers that are taken. */
export function paidCallsOf(
  { store, now }: Pick<Context, 'store' | 'now'>,
  owner: Owner,
  unused: PaidCallRow[],
): PaidCalls {
  return {
    take(call) {
      const index = unused.findIndex((paidCall) => paidCall.call === call)
      if (index < 0) return null
      const { request_id: requestId, cost, finish_reason: finishReason } = unused.splice(index, 1)[0]!
      return { requestId, finishReason, cost: cost === null ? null : new Money(cost) }
    },
    insertStatements: (call, { requestId, cost, finishReason, isAnswer }) => [
      insertPaidCall(store, {
        ...owner,
        request_id: requestId,
        work: isAnswer ? owner.work : null,
        call,
        finish_reason: finishReason,
        cost: cost === null ? null : cost.toNumber(),
        created_at: now(),
      }),
    ],
  }
}

/** Milliseconds after which the answers of a job that never ended are deleted. */
const maxAge = 30 * 24 * 3_600_000

/** The answers that earlier attempts at a job paid for and whose results were not stored. */
export class PaidCallsOfJob {
  readonly #context: Context
  readonly #lease: Lease
  readonly #unused: ReadonlyMap<string | null, PaidCallRow[]>
  #hasRows: boolean

  /** `stored` are the requests whose answers are part of stored results. */
  static async load(context: Context, lease: Lease, stored: readonly number[]): Promise<PaidCallsOfJob> {
    const calls = await selectPaidCallsOfJob(context.store.db, lease.workspace, lease.id)
    return new PaidCallsOfJob(context, lease, calls, new Set(stored))
  }

  private constructor(
    context: Context,
    lease: Lease,
    calls: readonly PaidCallRow[],
    stored: ReadonlySet<number>,
  ) {
    this.#context = context
    this.#lease = lease
    this.#hasRows = calls.length > 0
    const unused = calls.filter(({ request_id }) => !stored.has(request_id))
    this.#unused = Map.groupBy(unused, ({ work }) => work)
  }

  /** `work` identifies a piece of work within the job. */
  of(work: string): PaidCalls {
    const { workspace, id } = this.#lease
    const owner = {
      workspace_id: workspace,
      operation_id: id,
      sheet: noSheet,
      row_id: 0,
      column_number: 0,
      work,
    }
    const { take, insertStatements } = paidCallsOf(this.#context, owner, this.#unused.get(work) ?? [])
    return {
      take,
      insertStatements: (...call) => {
        this.#hasRows = true
        return insertStatements(...call)
      },
    }
  }

  /** Deletes the answers, whose results are all stored. */
  async delete(): Promise<void> {
    const { workspace, id } = this.#lease
    const { store, now } = this.#context
    if (this.#hasRows) await this.#lease.append(deletePaidCallsOfJob(store.db, workspace, id, now() - maxAge))
  }
}
