import { sql } from 'kysely'
import { type AuditEventRow, contains, type Database, enqueue, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

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

export interface AuditFilter {
  readonly operation: string | undefined
  readonly actor: string | undefined
  /** A text that one of the searched columns must contain. */
  readonly text: string | undefined
  /** Milliseconds since 1970. */
  readonly since: number | undefined
  readonly until: number | undefined
}

/** Ids of the events to search. */
export interface IdRange {
  readonly from: number
  /** Exclusive; undefined: to the newest. */
  readonly before: number | undefined
}

export async function selectEvents(
  db: Database,
  workspace: WorkspaceId,
  { operation, actor, text, since, until }: AuditFilter,
  { from, before }: IdRange,
  limit: number,
) {
  const texts = ['operation', 'params', 'given', 'before', 'after', 'actor_name'] as const
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('id', '>=', from)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .$if(since !== undefined, (query) => query.where('at', '>=', since!))
    .$if(until !== undefined, (query) => query.where('at', '<', until!))
    .$if(operation !== undefined, (query) => query.where('operation', '=', operation!))
    .$if(actor !== undefined, (query) => query.where('actor_id', '=', actor!))
    .$if(text !== undefined, (query) =>
      query.where((where) => where.or(texts.map((column) => contains(column, text!)))),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The id of the oldest of the newest `count` events of a range; null if it has fewer. */
export async function selectFloor(
  db: Database,
  workspace: WorkspaceId,
  { from, before }: IdRange,
  count: number,
): Promise<number | null> {
  const oldest = await db
    .selectFrom('audit_events')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('id', '>=', from)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest?.id ?? null
}

/**
 * The first and last id of the events in a time range; null if there is none. Ids are only about in the order of time. The
 * `+` keeps PostgreSQL from walking along all ids to the first event of the range.
 */
export async function selectIdsWithin(
  db: Database,
  workspace: WorkspaceId,
  { since, until }: Pick<AuditFilter, 'since' | 'until'>,
): Promise<{ readonly first: number; readonly last: number } | null> {
  const { first, last } = await db
    .selectFrom('audit_events')
    .select([sql<number | null>`min(+id)`.as('first'), sql<number | null>`max(+id)`.as('last')])
    .where('workspace_id', '=', workspace)
    .$if(since !== undefined, (query) => query.where('at', '>=', since!))
    .$if(until !== undefined, (query) => query.where('at', '<', until!))
    .executeTakeFirstOrThrow()
  return first === null ? null : { first: Number(first), last: Number(last) }
}
