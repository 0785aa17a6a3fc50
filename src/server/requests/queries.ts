import { type CompiledQuery, sql } from 'kysely'
import { bodyColumns, readBody } from '../bodies/index.ts'
import {
  changeRow,
  changeRows,
  chunksOf,
  contains,
  type Database,
  deleteRows,
  insertRows,
  prepared,
  type RequestRow,
  type Store,
  selectOne,
  type Tx,
  traceOfRequest,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

interface ScoreValues extends Record<string, unknown> {
  workspace: number
  request: number
  name: string
  score: number
}

/** Sets a score, replacing an earlier one of that name. */
export const upsertScore = prepared<ScoreValues>((db, slot) =>
  db
    .insertInto('request_scores')
    .values({
      workspace_id: slot('workspace'),
      request_id: slot('request'),
      name: slot('name'),
      score: slot('score'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'request_id', 'name'])
        .doUpdateSet((eb) => ({ score: eb.ref('excluded.score') })),
    ),
)

/** As `upsertScore`, but changes no row if the request is deleted, even at the same time. */
export const scoreStoredRequest = (
  store: Store,
  { workspace, request, name, score }: ScoreValues,
): CompiledQuery =>
  sql`insert into request_scores (workspace_id, request_id, name, score)
    select workspace_id, id, cast(${name} as text), cast(${score} as bigint) from requests
    where workspace_id = ${workspace} and id = ${request} ${sql.raw(store.dialect === 'postgres' ? 'for share' : '')}
    on conflict (workspace_id, request_id, name) do update set score = excluded.score`.compile(store.db)

/** Sets a score unless the request has one of that name. */
export const addMissingScore = prepared<ScoreValues>((db, slot) =>
  db
    .insertInto('request_scores')
    .values({
      workspace_id: slot('workspace'),
      request_id: slot('request'),
      name: slot('name'),
      score: slot('score'),
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'request_id', 'name']).doNothing()),
)

export const findRequest = (db: Database, workspace: WorkspaceId, id: number) =>
  selectOne(db, 'requests', { workspace_id: workspace, id })

/** Names of prompts by id. With `live`, deleted prompts are left out. */
export async function listPromptNames(
  db: Database,
  workspace: WorkspaceId,
  ids: readonly number[],
  scope: 'all' | 'live',
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>()
  for (const chunk of chunksOf([...new Set(ids)])) {
    let query = db
      .selectFrom('prompts')
      .select(['id', 'name'])
      .where('workspace_id', '=', workspace)
      .where('id', 'in', chunk)
    if (scope === 'live') query = query.where('deleted_at', 'is', null)
    for (const { id, name } of await query.execute()) names.set(id, name)
  }
  return names
}

/** Ids of the prompts whose name contains a text, whatever the case of its letters. */
export async function listPromptsNamed(
  db: Database,
  workspace: WorkspaceId,
  text: string,
  limit: number,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    .where(contains('name', text))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Names of the prompts of requests, deleted prompts included. */
export const promptNamesOf = (
  db: Database,
  workspace: WorkspaceId,
  rows: readonly { readonly prompt_id: number | null }[],
) =>
  listPromptNames(
    db,
    workspace,
    rows.flatMap(({ prompt_id }) => prompt_id ?? []),
    'all',
  )

/** Reads the original body of an existing request. @throws BodyUnavailableError */
export const findOriginal = async (
  store: Store,
  workspace: WorkspaceId,
  id: number,
  db: Database | Tx = store.db,
): Promise<Buffer> => readBody(store, workspace, await findStoredBody(db, workspace, id))

export const findStoredBody = (db: Database | Tx, workspace: WorkspaceId, id: number) =>
  db
    .selectFrom('request_payloads')
    .select(bodyColumns)
    .where('workspace_id', '=', workspace)
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()

/** Id and arrival time of the newest request of the workspace. */
export async function newestRequest(db: Database, workspace: WorkspaceId) {
  const row = await db
    .selectFrom('requests')
    .select(['id', 'created_at'])
    .where('workspace_id', '=', workspace)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The ids of requests that exist; with `label`, only of requests that were logged for that label. */
export async function existingRequests(
  db: Database,
  workspace: WorkspaceId,
  ids: readonly number[],
  label?: string,
): Promise<number[]> {
  const existing: number[] = []
  for (const chunk of chunksOf(ids)) {
    let query = db
      .selectFrom('requests')
      .select('id')
      .where('workspace_id', '=', workspace)
      .where('id', 'in', chunk)
    if (label !== undefined) query = query.where('prompt_label', '=', label)
    const rows = await query.execute()
    existing.push(...rows.map(({ id }) => id))
  }
  return existing
}

/** Locks the row of a request by writing it, which works on both engines. */
export const lockRequest = (tx: Tx, workspace: WorkspaceId, id: number) =>
  changeRow(tx, 'requests', { workspace_id: workspace, id }, { metadata: sql.ref<string>('metadata') })

/** For each span of a trace, the first request that was recorded from it or names it. */
export async function requestsOfSpans(
  db: Database,
  workspace: WorkspaceId,
  traceId: string,
  spanIds: readonly string[],
): Promise<Map<string, number>> {
  const bySpan = new Map<string, number>()
  for (const chunk of chunksOf(spanIds)) {
    const rows = await db
      .selectFrom('requests')
      .select(['span_id', (eb) => eb.fn.min<number>('id').as('id')])
      .where('workspace_id', '=', workspace)
      .where('span_id', 'in', chunk)
      .where(traceOfRequest('requests'), '=', traceId)
      .groupBy('span_id')
      .execute()
    for (const { span_id, id } of rows) bySpan.set(span_id!, id)
  }
  return bySpan
}

type Change = Partial<
  Pick<
    RequestRow,
    | 'metadata'
    | 'tags'
    | 'facets'
    | 'output_shape'
    | 'group_id'
    | 'prompt_id'
    | 'prompt_version_number'
    | 'prompt_label'
    | 'prompt_input_variables'
  >
>

/** Returns the number of changed requests, 0 or 1. */
export const updateRequest = (tx: Tx, workspace: WorkspaceId, id: number, change: Change): Promise<number> =>
  changeRows(tx, 'requests', { workspace_id: workspace, id }, change)

export async function listScores(db: Database, workspace: WorkspaceId, request: number) {
  return db
    .selectFrom('request_scores')
    .select(['name', 'score'])
    .where('workspace_id', '=', workspace)
    .where('request_id', '=', request)
    .orderBy('name')
    .execute()
}

export const putRequestScore = (
  tx: Tx,
  workspace: WorkspaceId,
  request: number,
  { name, score }: { readonly name: string; readonly score: number },
) =>
  tx
    .insertInto('request_scores')
    .values({ workspace_id: workspace, request_id: request, name, score })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'request_id', 'name']).doUpdateSet({ score }))
    .execute()

export const deleteRequestScore = (tx: Tx, workspace: WorkspaceId, request: number, name: string) =>
  deleteRows(tx, 'request_scores', { workspace_id: workspace, request_id: request, name })

export const insertGroup = (tx: Tx, workspace: WorkspaceId, id: number, now: number) =>
  insertRows(tx, 'request_groups', { workspace_id: workspace, id, created_at: now })

export async function groupExists(db: Database | Tx, workspace: WorkspaceId, id: number): Promise<boolean> {
  const row = await selectOne(db, 'request_groups', { workspace_id: workspace, id }, ['id'])
  return row !== undefined
}

/** Moves scores from one request to another, except those whose name the other request has. */
export const moveScores = ({ db }: Store, workspace: WorkspaceId, from: number, to: number): CompiledQuery =>
  sql`insert into request_scores (workspace_id, request_id, name, score)
    select workspace_id, ${to}, name, score from request_scores
    where workspace_id = ${workspace} and request_id = ${from}
    on conflict (workspace_id, request_id, name) do nothing`.compile(db)

export const dropScores = ({ db }: Store, workspace: WorkspaceId, request: number): CompiledQuery =>
  sql`delete from request_scores where workspace_id = ${workspace} and request_id = ${request}`.compile(db)
