import { sql } from 'kysely'
import {
  chunksOf,
  countRows,
  type Database,
  deleteRows,
  type GivenScoreRow,
  selectOne,
  type Tx,
} from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/** The subject of a score, in the form of rows. */
export type ScoredKey = Pick<GivenScoreRow, 'subject_type' | 'subject_id' | 'trace_id'>

const scoresOf = (db: Database | Tx, workspace: WorkspaceId, key: ScoredKey) =>
  db
    .selectFrom('given_scores')
    .where('workspace_id', '=', workspace)
    .where('subject_type', '=', key.subject_type)
    .where('subject_id', '=', key.subject_id)
    .where('trace_id', '=', key.trace_id)

/** Written as a literal, because with a parameter the planners do not see that the partial index has the rows. */
const isOfTrace = sql<boolean>`trace_id <> ''`

export const selectScores = (db: Database | Tx, workspace: WorkspaceId, key: ScoredKey, limit: number) =>
  scoresOf(db, workspace, key).selectAll().orderBy('name').orderBy('source').limit(limit).execute()

export const selectScoresOfSpans = (db: Database, workspace: WorkspaceId, traceId: string, limit: number) =>
  db
    .selectFrom('given_scores')
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .where(isOfTrace)
    .where('subject_type', '=', 'span')
    .selectAll()
    .orderBy('name')
    .orderBy('source')
    .orderBy('subject_id')
    .limit(limit)
    .execute()

/** Scores of one name, one for each source. */
export const selectNamed = (tx: Tx, workspace: WorkspaceId, key: ScoredKey, name: string) =>
  scoresOf(tx, workspace, key).where('name', '=', name).selectAll().execute()

export const countScores = (tx: Tx, workspace: WorkspaceId, key: ScoredKey) =>
  countRows(scoresOf(tx, workspace, key))

/** Inserts or replaces a score. The time of the first score of this subject, name and source stays. */
export const putScore = (tx: Tx, row: GivenScoreRow) =>
  tx
    .insertInto('given_scores')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'subject_type', 'subject_id', 'trace_id', 'name', 'source'])
        .doUpdateSet((eb) => ({
          type: eb.ref('excluded.type'),
          number: eb.ref('excluded.number'),
          text: eb.ref('excluded.text'),
          comment: eb.ref('excluded.comment'),
          author_kind: eb.ref('excluded.author_kind'),
          author_id: eb.ref('excluded.author_id'),
          author_name: eb.ref('excluded.author_name'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes a score; true if there was one. */
export async function removeScore(
  tx: Tx,
  workspace: WorkspaceId,
  key: ScoredKey,
  { name, source }: Pick<GivenScoreRow, 'name' | 'source'>,
): Promise<boolean> {
  const { subject_type, subject_id, trace_id } = key
  const scored = { workspace_id: workspace, subject_type, subject_id, trace_id, name, source }
  return (await deleteRows(tx, 'given_scores', scored)) > 0
}

/** The scores of many traces themselves, for lists. */
export async function scoresOfTraces(db: Database, workspace: WorkspaceId, traceIds: readonly string[]) {
  const rows: Pick<GivenScoreRow, 'trace_id' | 'name' | 'type' | 'number' | 'text' | 'comment' | 'source'>[] =
    []
  for (const ids of chunksOf(traceIds))
    rows.push(
      ...(await db
        .selectFrom('given_scores')
        .select(['trace_id', 'name', 'type', 'number', 'text', 'comment', 'source'])
        .where('workspace_id', '=', workspace)
        .where('trace_id', 'in', ids)
        .where(isOfTrace)
        .where('subject_type', '=', 'trace')
        .orderBy('name')
        .orderBy('source')
        .execute()),
    )
  return Map.groupBy(rows, ({ trace_id }) => trace_id)
}

/** The newest scores of a session that a list shows. */
const shownScores = 5

/** The newest scores of sessions themselves, newest first. */
export async function newestScoresOfSessions(
  db: Database,
  workspace: WorkspaceId,
  sessions: readonly string[],
): Promise<Map<string, GivenScoreRow[]>> {
  if (sessions.length === 0) return new Map()
  const ranked = db
    .selectFrom('given_scores')
    .selectAll()
    .select(
      sql<number>`row_number() over (partition by subject_id order by updated_at desc, name, source)`.as(
        'rank',
      ),
    )
    .where('workspace_id', '=', workspace)
    .where('subject_type', '=', 'session')
    .where('subject_id', 'in', sessions)
    .where('trace_id', '=', '')
    .as('ranked')
  const rows = await db
    .selectFrom(ranked)
    .selectAll()
    .where('rank', '<=', shownScores)
    .orderBy('rank')
    .execute()
  return Map.groupBy(rows, ({ subject_id }) => subject_id)
}

/** Counts the scores of a trace and of its spans. */
export const countScoresOfTrace = (db: Database | Tx, workspace: WorkspaceId, traceId: string) =>
  countRows(
    db
      .selectFrom('given_scores')
      .where('workspace_id', '=', workspace)
      .where('trace_id', '=', traceId)
      .where(isOfTrace),
  )

/** Deletes the scores of a trace and of its spans. */
export const removeScoresOfTrace = (tx: Tx, workspace: WorkspaceId, traceId: string) =>
  tx
    .deleteFrom('given_scores')
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .where(isOfTrace)
    .execute()

/** Deletes the scores of a session if it has no traces any more. Returns their number. */
export async function removeScoresOfSession(
  tx: Tx,
  workspace: WorkspaceId,
  session: string,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('given_scores')
    .where('workspace_id', '=', workspace)
    .where('subject_type', '=', 'session')
    .where('subject_id', '=', session)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('traces')
            .select('trace_id')
            .where('traces.workspace_id', '=', workspace)
            .where('session_id', '=', session),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const hasSession = async (
  db: Database | Tx,
  workspace: WorkspaceId,
  session: string,
): Promise<boolean> =>
  (await db
    .selectFrom('traces')
    .select('trace_id')
    .where('workspace_id', '=', workspace)
    .where('session_id', '=', session)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const hasSpan = async (
  db: Database | Tx,
  workspace: WorkspaceId,
  traceId: string,
  spanId: string,
): Promise<boolean> =>
  (await selectOne(db, 'spans', { workspace_id: workspace, trace_id: traceId, span_id: spanId }, [
    'span_id',
  ])) !== undefined
