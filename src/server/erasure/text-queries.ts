import { sql } from 'kysely'
import type { Store, Tables, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export type Key = readonly (string | number)[]

/** A row, and everything that callers wrote into it. */
export interface Candidate {
  readonly key: Key
  readonly texts: readonly string[]
}

/** A table whose rows hold texts of callers; the key is unique in a workspace. */
export interface TextTable {
  readonly table: keyof Tables
  readonly keys: readonly string[]
  readonly texts: readonly string[]
}

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

export async function readTexts(
  { scan }: Store,
  workspace: WorkspaceId,
  { table, keys, texts }: TextTable,
  { after, limit }: { readonly after: Key | null; readonly limit: number },
): Promise<Candidate[]> {
  const beyond = after ? sql`and (${columns(keys)}) > (${sql.join(after)})` : sql``
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${columns([...new Set([...keys, ...texts])])} from ${sql.table(table)}
    where workspace_id = ${workspace} ${beyond} order by ${columns(keys)} limit ${limit}`.execute(scan)
  return rows.map((row) => ({
    key: keys.map((name) => row[name]!),
    texts: texts.map((name) => row[name]).filter((text) => typeof text === 'string'),
  }))
}

const isRow = (workspace: WorkspaceId, { keys }: TextTable, key: Key) =>
  sql`workspace_id = ${workspace} and ${sql.join(
    keys.map((name, index) => sql`${sql.ref(name)} = ${key[index]!}`),
    sql` and `,
  )}`

/** How many rows there were. */
export async function deleteRow(tx: Tx, workspace: WorkspaceId, table: TextTable, key: Key): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table.table)} where ${isRow(
    workspace,
    table,
    key,
  )}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The event stays: who did what, when. What was sent and changed goes. */
export async function eraseAuditEvent(tx: Tx, workspace: WorkspaceId, id: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('audit_events')
    .set({ params: '{}', given: '{"erased":true}', before: 'null', after: 'null' })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Comments on these requests or traces; how many there were. */
export async function deleteCommentsOn(
  tx: Tx,
  workspace: WorkspaceId,
  type: 'request' | 'trace',
  ids: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('comments')
    .where('workspace_id', '=', workspace)
    .where('subject_type', '=', type)
    .where('subject_id', 'in', ids)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countSpans({ db }: Pick<Store, 'db'>, workspace: WorkspaceId, traceId: string) {
  const { count } = await db
    .selectFrom('spans')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
