import { sql } from 'kysely'
import {
  changeRows,
  chunksOf,
  type Database,
  type PaidCallRow,
  type SheetOperationRow,
  type SheetRow,
  type Tx,
} from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { type IdRange, isInIdRanges, statementsOf } from '../queue-queries.ts'

/** Paid answers for cells in these rows, which are not written yet. */
export async function selectPaidCalls(
  db: Database,
  { workspace_id, number }: Pick<SheetRow, 'workspace_id' | 'number'>,
  rows: readonly IdRange[],
): Promise<PaidCallRow[]> {
  const calls: PaidCallRow[] = []
  for (const ranges of statementsOf(rows))
    calls.push(
      ...(await db
        .selectFrom('paid_calls')
        .selectAll()
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .where(isInIdRanges('row_id', ranges))
        .where('work', 'is not', null)
        .orderBy('request_id')
        .execute()),
    )
  return calls
}

interface CallsAndCost {
  readonly calls: number
  /** US dollars of the calls whose price is known. */
  readonly cost: number
  readonly unpriced_calls: number
}

/** Deletes the paid calls of cells that are written, and returns their sums, which the caller adds to the operation. */
export async function takePaidCalls(
  tx: Tx,
  workspace: WorkspaceId,
  operation: string,
  requests: readonly number[],
): Promise<CallsAndCost> {
  let [calls, cost, unpriced_calls] = [0, 0, 0]
  for (const chunk of chunksOf(requests)) {
    const deleted = await tx
      .deleteFrom('paid_calls')
      .where('workspace_id', '=', workspace)
      .where('request_id', 'in', chunk)
      .where('operation_id', '=', operation)
      .returning('cost')
      .execute()
    calls += deleted.length
    // Another operation made these calls, and each may be used once.
    if (deleted.length < chunk.length)
      await changeRows(tx, 'paid_calls', { workspace_id: workspace, request_id: chunk }, { work: null })
    for (const paidCall of deleted) {
      cost += paidCall.cost ?? 0
      if (paidCall.cost === null) unpriced_calls++
    }
  }
  return { calls, cost, unpriced_calls }
}

/** Adds the paid calls whose cells are not written, for example those of lost workers, to the counts. */
export async function withPaidCalls(
  db: Database,
  operations: readonly SheetOperationRow[],
): Promise<SheetOperationRow[]> {
  const [first] = operations
  if (!first) return []
  const ids = operations.map(({ id }) => id)
  const sums = await db
    .selectFrom('paid_calls')
    .select(({ fn }) => [
      'operation_id',
      fn.countAll<number>().as('calls'),
      fn.sum<number>('cost').as('cost'),
      fn.count<number>('cost').as('priced'),
    ])
    .where('workspace_id', '=', first.workspace_id)
    .where('operation_id', 'in', ids)
    .groupBy('operation_id')
    .execute()
  const byId = new Map(sums.map((sum) => [sum.operation_id, sum]))
  return operations.map((operation) => {
    const sum = byId.get(operation.id)
    if (!sum) return operation
    const calls = Number(sum.calls)
    return {
      ...operation,
      calls: operation.calls + calls,
      cost: operation.cost + Number(sum.cost ?? 0),
      unpriced_calls: operation.unpriced_calls + calls - Number(sum.priced),
    }
  })
}

/** Adds old paid calls to the counts of their operations, up to a limit. Returns their number. */
export async function countOldPaidCalls(
  tx: Tx,
  workspace: WorkspaceId,
  before: number,
  limit: number,
): Promise<number> {
  const expired = await tx
    .selectFrom('paid_calls')
    .select(['request_id', 'operation_id'])
    .where('workspace_id', '=', workspace)
    .where('created_at', '<', before)
    .orderBy('request_id')
    .limit(limit)
    .execute()
  for (const [operation, calls] of Map.groupBy(expired, ({ operation_id }) => operation_id)) {
    const ids = calls.map(({ request_id }) => request_id)
    const { calls: count, cost, unpriced_calls } = await takePaidCalls(tx, workspace, operation, ids)
    await changeRows(
      tx,
      'sheet_operations',
      { workspace_id: workspace, id: operation },
      {
        calls: sql<number>`calls + ${count}`,
        cost: sql<number>`cost + ${cost}`,
        unpriced_calls: sql<number>`unpriced_calls + ${unpriced_calls}`,
      },
    )
  }
  return expired.length
}

export async function hasPaidCalls(db: Database, workspace: WorkspaceId): Promise<boolean> {
  const rows = await db
    .selectFrom('paid_calls')
    .select('request_id')
    .where('workspace_id', '=', workspace)
    .limit(1)
    .executeTakeFirst()
  return rows !== undefined
}
