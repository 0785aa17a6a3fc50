import { type CompiledQuery, sql } from 'kysely'
import { type Database, enqueueCompiled, type Store, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { type SummarisedTrace, summarisedColumns } from './summary-queries.ts'

interface Mark {
  readonly traceId: string
  readonly stated: string | null
}

/** Marks a trace for the summariser. A mark only grows, so that a mark that is set again during the work is noticed. */
export const markStatement = (
  db: Database | Tx,
  workspace: WorkspaceId,
  { traceId, stated }: Mark,
  now: number,
): CompiledQuery =>
  db
    .updateTable('traces')
    .set({ stated, due_at: grownMark(now) })
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .compile()

export async function markDue(
  tx: Tx,
  workspace: WorkspaceId,
  marks: readonly Mark[],
  now: number,
): Promise<void> {
  for (const mark of marks) await enqueueCompiled(tx, markStatement(tx, workspace, mark, now))
}

/**
 * Marks traces that this transaction has not locked, because their calls now belong to spans of other traces. On
 * PostgreSQL a locked trace is left out: the transaction that has locked it may wait for this one, and sums the trace
 * up itself.
 */
export async function markOthers(
  tx: Tx,
  { dialect }: Pick<Store, 'dialect'>,
  workspace: WorkspaceId,
  traceIds: readonly string[],
  now: number,
): Promise<void> {
  if (traceIds.length === 0) return
  const marked = tx
    .selectFrom('traces')
    .select('trace_id')
    .where('workspace_id', '=', workspace)
    .where('trace_id', 'in', traceIds)
  await tx
    .updateTable('traces')
    .set({ due_at: grownMark(now) })
    .where('workspace_id', '=', workspace)
    .where('trace_id', 'in', dialect === 'sqlite' ? marked : marked.forUpdate().skipLocked())
    .execute()
}

const grownMark = (now: number) => sql<number>`case when due_at >= ${now} then due_at + 1 else ${now} end`

export interface DueTrace extends SummarisedTrace {
  readonly workspace_id: number
  readonly due_at: number
}

/** The traces that were marked last (`desc`) or first (`asc`). */
export async function dueTraces(db: Database, order: 'asc' | 'desc', limit: number): Promise<DueTrace[]> {
  const rows = await db
    .selectFrom('traces')
    .select(['workspace_id', ...summarisedColumns])
    .where('due_at', 'is not', null)
    .orderBy('due_at', order)
    .orderBy('workspace_id', order)
    .orderBy('trace_id', order)
    .limit(limit)
    .execute()
  return rows as DueTrace[]
}

/** Locks a trace if its mark is unchanged. */
export async function lockDue(tx: Tx, { workspace_id, trace_id, due_at }: DueTrace): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('traces')
    .set((eb) => ({ due_at: eb.ref('due_at') }))
    .where('workspace_id', '=', workspace_id)
    .where('trace_id', '=', trace_id)
    .where('due_at', '=', due_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the mark of a trace without spans. Its first span marks it again. */
export async function removeMark(tx: Tx, { workspace_id, trace_id }: DueTrace): Promise<void> {
  await enqueueCompiled(
    tx,
    tx
      .updateTable('traces')
      .set({ due_at: null })
      .where('workspace_id', '=', workspace_id)
      .where('trace_id', '=', trace_id)
      .compile(),
  )
}
