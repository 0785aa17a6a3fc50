import { sql } from 'kysely'
import type { Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { type GivenScore, isRequestScore, presentGiven } from '../given-score.ts'

/** The columns of requests that pages and exports show, in any order. */
export const listRows = (db: Database, workspace: WorkspaceId, ids: readonly number[]) =>
  db
    .selectFrom('requests')
    .select([
      'id',
      'source',
      'feature',
      'provider',
      'model',
      'function_name',
      'status',
      'error_type',
      'error_message',
      'started_at',
      'ended_at',
      'latency_ms',
      'time_to_first_token_ms',
      'output_tokens_per_second',
      'attempts',
      'waited_ms',
      'input_tokens',
      'output_tokens',
      'price',
      'price_source',
      'prompt_id',
      'prompt_version_number',
      'prompt_label',
      'prompt_input_variables',
      'group_id',
      'span_id',
      'tags',
      'metadata',
      'created_at',
    ])
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .execute()
export type ListedRow = Awaited<ReturnType<typeof listRows>>[number]

async function listScoresOf(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  return db
    .selectFrom('request_scores')
    .select(['request_id', 'name', 'score'])
    .where('workspace_id', '=', workspace)
    .where('request_id', 'in', ids)
    .orderBy('request_id')
    .orderBy('name')
    .execute()
}

export interface ScoresOfRequests {
  /** The numbers of the requests themselves, by name. */
  readonly own: Awaited<ReturnType<typeof listScoresOf>>
  readonly givenScores: ReadonlyMap<number, readonly GivenScore[]>
}

/**
 * The scores of requests, by name: their own numbers, and scores of `POST /api/public/v2/scores`. A number of the request
 * itself replaces the given one of that name. @param limit Given scores of each request; the newest are taken.
 */
export async function scoresOfRequests(
  db: Database,
  workspace: WorkspaceId,
  ids: readonly number[],
  limit: number,
): Promise<ScoresOfRequests> {
  if (ids.length === 0) return { own: [], givenScores: new Map() }
  const ranked = db
    .selectFrom('given_scores')
    .select(['subject_type', 'subject_id', 'name', 'type', 'number', 'text', 'comment', 'source'])
    .select(
      sql<number>`row_number() over (partition by subject_id order by updated_at desc, name, source)`.as(
        'rank',
      ),
    )
    .where('workspace_id', '=', workspace)
    .where('subject_type', '=', 'request')
    .where('subject_id', 'in', ids.map(String))
    .where('trace_id', '=', '')
    .as('ranked')
  const [own, rows] = await Promise.all([
    listScoresOf(db, workspace, ids),
    db.selectFrom(ranked).selectAll().where('rank', '<=', limit).orderBy('name').orderBy('source').execute(),
  ])
  const numbers = new Map(own.map(({ request_id, name, score }) => [`${request_id} ${name}`, score]))
  const given = Map.groupBy(rows, ({ subject_id }) => Number(subject_id))
  const withOwn = (row: (typeof rows)[number]) =>
    isRequestScore(row) ? { ...row, number: numbers.get(`${row.subject_id} ${row.name}`) ?? row.number } : row
  return {
    own,
    givenScores: new Map(
      [...given].map(([id, scoreRows]) => [id, scoreRows.map((row) => presentGiven(withOwn(row)))]),
    ),
  }
}
