import { chunksOf, type Database, prepared, type RequestRow, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Written for every log call: compiled once. */
export const insertRequest = prepared<RequestRow & Record<string, unknown>>((db, slot) =>
  db.insertInto('requests').values({
    workspace_id: slot('workspace_id'),
    id: slot('id'),
    source: slot('source'),
    provider: slot('provider'),
    model: slot('model'),
    function_name: slot('function_name'),
    api_type: slot('api_type'),
    started_at: slot('started_at'),
    ended_at: slot('ended_at'),
    status: slot('status'),
    error_type: slot('error_type'),
    error_message: slot('error_message'),
    input_tokens: slot('input_tokens'),
    output_tokens: slot('output_tokens'),
    price: slot('price'),
    price_source: slot('price_source'),
    billing: slot('billing'),
    prompt_id: slot('prompt_id'),
    prompt_version_number: slot('prompt_version_number'),
    prompt_label: slot('prompt_label'),
    prompt_input_variables: slot('prompt_input_variables'),
    group_id: slot('group_id'),
    span_id: slot('span_id'),
    tags: slot('tags'),
    metadata: slot('metadata'),
    created_at: slot('created_at'),
    original: slot('original'),
  }),
)

interface ScoreValues extends Record<string, unknown> {
  workspace: number
  request: number
  name: string
  score: number
}

/** A name holds one score; a later one takes its place. */
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

export async function findRequest(db: Database, workspace: WorkspaceId, id: number) {
  return db
    .selectFrom('requests')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function requestExists(db: Database | Tx, workspace: WorkspaceId, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('requests')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the row on both engines by writing what it holds; gives its metadata. */
export async function lockMetadata(tx: Tx, workspace: WorkspaceId, id: number): Promise<string | undefined> {
  const row = await tx
    .updateTable('requests')
    .set((eb) => ({ metadata: eb.ref('metadata') }))
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .returning('metadata')
    .executeTakeFirst()
  return row?.metadata
}

/** As `lockMetadata`, with all that may have been tracked. */
export async function lockTracked(tx: Tx, workspace: WorkspaceId, id: number) {
  return tx
    .updateTable('requests')
    .set((eb) => ({ metadata: eb.ref('metadata') }))
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .returning(['metadata', 'group_id', 'prompt_id', 'prompt_version_number', 'prompt_label'])
    .executeTakeFirst()
}

/** The row alone: scores stay for the request that takes its place. */
export const deleteRequest = prepared<{ workspace: number; id: number }>((db, slot) =>
  db.deleteFrom('requests').where('workspace_id', '=', slot('workspace')).where('id', '=', slot('id')),
)

/** The first request that was made inside each of these spans. */
export async function requestsOfSpans(
  db: Database,
  workspace: WorkspaceId,
  spanIds: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const chunk of chunksOf(spanIds)) {
    const rows = await db
      .selectFrom('requests')
      .select(['span_id', (eb) => eb.fn.min<number>('id').as('id')])
      .where('workspace_id', '=', workspace)
      .where('span_id', 'in', chunk)
      .groupBy('span_id')
      .execute()
    for (const { span_id, id } of rows) found.set(span_id!, id)
  }
  return found
}

type Change = Partial<
  Pick<
    RequestRow,
    | 'metadata'
    | 'group_id'
    | 'prompt_id'
    | 'prompt_version_number'
    | 'prompt_label'
    | 'prompt_input_variables'
  >
>

/** The number of requests changed: one, or none when there is no such request. */
export async function updateRequest(
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  change: Change,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('requests')
    .set(change)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function listScores(db: Database, workspace: WorkspaceId, request: number) {
  return db
    .selectFrom('request_scores')
    .select(['name', 'score'])
    .where('workspace_id', '=', workspace)
    .where('request_id', '=', request)
    .orderBy('name')
    .execute()
}

export async function insertGroup(tx: Tx, workspace: WorkspaceId, id: number, now: number) {
  await tx.insertInto('request_groups').values({ workspace_id: workspace, id, created_at: now }).execute()
}

export async function groupExists(db: Database | Tx, workspace: WorkspaceId, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('request_groups')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
