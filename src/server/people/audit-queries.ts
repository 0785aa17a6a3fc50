import { type AuditEventRow, contains, type Database, enqueue, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export async function insertEvent(tx: Tx, row: AuditEventRow) {
  await enqueue(tx, tx.insertInto('audit_events').values(row))
}

export const completeEvent = (db: Database, workspace: WorkspaceId, id: number, after: string) =>
  db
    .updateTable('audit_events')
    .set({ after })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .compile()

interface Page {
  readonly before: number | undefined
  readonly operation: string | undefined
  readonly actor: string | undefined
  /** Words that the operation, the call or its effect must contain. */
  readonly words: string | undefined
  /** Only events with this id or a higher one are searched. */
  readonly floor: number
  readonly limit: number
}

export async function selectEvents(
  db: Database,
  workspace: WorkspaceId,
  { before, operation, actor, words, floor, limit }: Page,
) {
  const texts = ['operation', 'params', 'given', 'before', 'after', 'actor_name'] as const
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('id', '>=', floor)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .$if(operation !== undefined, (query) => query.where('operation', '=', operation!))
    .$if(actor !== undefined, (query) => query.where('actor_id', '=', actor!))
    .$if(words !== undefined, (query) =>
      query.where((where) => where.or(texts.map((column) => contains(column, words!)))),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The lowest id of the newest `count` events before an id; null if there are fewer. */
export async function selectFloor(
  db: Database,
  workspace: WorkspaceId,
  before: number | undefined,
  count: number,
): Promise<number | null> {
  const oldest = await db
    .selectFrom('audit_events')
    .select('id')
    .where('workspace_id', '=', workspace)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest?.id ?? null
}
