import { sql } from 'kysely'
import { BodyUnavailableError, bodyColumns, readReferringBody, type StoredBody } from '../bodies/index.ts'
import {
  allTextsOf,
  chunksOf,
  countWithin,
  type Database,
  payloadBytes,
  payloadOfRow,
  type Store,
  type Tx,
  traceOfRequest,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export interface RequestTexts {
  readonly id: number
  readonly texts: AsyncIterable<string>
}

const textColumns = [
  'function_name',
  'model',
  'error_message',
  'prompt_input_variables',
  'tags',
  'metadata',
  'facets',
] as const

/**
 * Reads the texts that callers wrote into requests, for requests after an id. Bodies in object storage are read one at
 * a time.
 */
export async function readRequestTexts(
  store: Store,
  workspace: WorkspaceId,
  after: number,
  limit: number,
): Promise<{ readonly requests: readonly RequestTexts[]; readonly isLast: boolean }> {
  const ofPage = store.scan
    .selectFrom('requests')
    .where('requests.workspace_id', '=', workspace)
    .where('requests.id', '>', after)
    .orderBy('requests.id')
  const sized = await ofPage
    .select(['requests.id', sizeOfRequest.as('size')])
    .limit(limit)
    .execute()
  const count = countWithin(sized.map(({ size }) => Number(size)))
  const last = sized[count - 1]
  if (!last) return { requests: [], isLast: true }
  const rows = await ofPage
    .select(['requests.id', ...textColumns])
    .where('requests.id', '<=', last.id)
    .execute()
  const payloads = await store.scan
    .selectFrom('request_payloads')
    .select(bodyColumns)
    .where('workspace_id', '=', workspace)
    .where('request_id', '>', after)
    .where('request_id', '<=', last.id)
    .execute()
  const storedOf = new Map(payloads.map((stored) => [stored.request_id, stored]))
  async function* textsOf(columns: readonly (string | null)[], stored: StoredBody | undefined) {
    yield* columns.filter((value) => value !== null)
    if (!stored) return
    yield* allTextsOf(payloadOfRow(stored))
    yield movedText(store, workspace, stored)
  }
  return {
    requests: rows.map(({ id, ...columns }) => ({
      id,
      texts: textsOf(Object.values(columns), storedOf.get(id)),
    })),
    isLast: count === sized.length && count < limit,
  }
}

/** Stored bytes of a request that are in memory while its page is read. */
const sizeOfRequest = sql<number>`octet_length(requests.metadata) + coalesce(octet_length(requests.prompt_input_variables), 0)
  + octet_length(requests.facets) + coalesce((select ${sql.raw(payloadBytes)} from request_payloads p
    where p.workspace_id = requests.workspace_id and p.request_id = requests.id), 0)`

/**
 * Reads a body in object storage; empty if the database holds the body, or if it is lost.
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

/** Requests that were recorded from spans of a trace, or that name one of its spans. */
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
      and r.workspace_id = ${workspace} and r.span_id = s.span_id and ${traceOfRequest('r')} = s.trace_id`.execute(
    db,
  )
  return rows.map(({ id }) => Number(id))
}

/** Counts all scores of these requests. A number that is in both tables counts once. */
export async function countScoresOfRequests(
  db: Database | Tx,
  workspace: WorkspaceId,
  ids: readonly number[],
): Promise<number> {
  let total = 0
  for (const chunk of chunksOf(ids)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from (
        select cast(request_id as text) as subject, name from request_scores
        where workspace_id = ${workspace} and request_id in (${sql.join(chunk)})
        union select subject_id, name from given_scores where workspace_id = ${workspace}
          and subject_type = 'request' and subject_id in (${sql.join(chunk.map(String))})) named`.execute(db)
    total += Number(rows[0]!.count)
  }
  return total
}
