import { sql } from 'kysely'
import { BodyUnavailableError, bodyColumns, readReferringBody, type StoredBody } from '../bodies/index.ts'
import { allTextsOf, chunksOf, type Database, type Store, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { Pace } from '../pace.ts'

export interface RequestTexts {
  readonly id: number
  readonly texts: readonly string[]
}

/** Everything that callers wrote into requests, from one id on. */
export async function readRequestTexts(
  store: Store,
  workspace: WorkspaceId,
  after: number,
  limit: number,
): Promise<RequestTexts[]> {
  const rows = await store.scan
    .selectFrom('requests')
    .select([
      'id',
      'function_name',
      'model',
      'error_message',
      'prompt_input_variables',
      'tags',
      'metadata',
      'facets',
    ])
    .where('workspace_id', '=', workspace)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const payloads = await store.scan
    .selectFrom('request_payloads')
    .select(bodyColumns)
    .where('workspace_id', '=', workspace)
    .where(
      'request_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const storedOf = new Map(payloads.map((stored) => [stored.request_id, stored]))
  const found: RequestTexts[] = []
  const pace = new Pace()
  for (const { id, ...columns } of rows) {
    const stored = storedOf.get(id)
    const texts = Object.values(columns).filter((value) => value !== null)
    const body = stored ? [...allTextsOf(stored.payload), await movedText(store, workspace, stored)] : []
    found.push({ id, texts: [...texts, ...body] })
    await pace.pause()
  }
  return found
}

/**
 * The body in object storage; empty if the database holds it, or if it is lost.
 * @throws BodyUnavailableError if the storage does not answer.
 */
async function movedText(store: Store, workspace: WorkspaceId, stored: StoredBody): Promise<string> {
  if (stored.body_object === null) return ''
  try {
    return (await readReferringBody(store, workspace, stored)).toString('utf8')
  } catch (error) {
    if (error instanceof BodyUnavailableError && error.kind === 'lost') return ''
    throw error
  }
}

/** Requests that are made from spans of a trace, or name one. */
export async function requestIdsOfTrace(
  db: Database,
  workspace: WorkspaceId,
  traceId: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from spans s cross join requests r where s.workspace_id = ${workspace} and s.trace_id = ${traceId}
      and r.workspace_id = ${workspace} and r.id = s.request_id
    union
    select r.id from spans s cross join requests r where s.workspace_id = ${workspace} and s.trace_id = ${traceId}
      and r.workspace_id = ${workspace} and r.span_id = s.span_id`.execute(db)
  return rows.map(({ id }) => Number(id))
}

/** Scores of these requests of any kind. A number that both tables hold counts once. */
export async function countScoresOfRequests(
  db: Database | Tx,
  workspace: WorkspaceId,
  ids: readonly number[],
): Promise<number> {
  let total = 0
  for (const some of chunksOf(ids)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from (
        select cast(request_id as text) as subject, name from request_scores
        where workspace_id = ${workspace} and request_id in (${sql.join(some)})
        union select subject_id, name from given_scores where workspace_id = ${workspace}
          and subject_type = 'request' and subject_id in (${sql.join(some.map(String))})) named`.execute(db)
    total += Number(rows[0]!.count)
  }
  return total
}
