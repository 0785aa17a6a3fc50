import { sql } from 'kysely'
import type { UnreadFileKind } from '../../contract/index.ts'
import {
  changeRows,
  countRows,
  countWithin,
  deleteRows,
  type Store,
  type Tables,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export type Key = readonly (string | number)[]

/** A row with all texts that callers wrote into it. */
export interface Candidate {
  readonly key: Key
  readonly texts: Iterable<string> | AsyncIterable<string>
  /** The requests and traces that the row was made from, in the form of `deleted_subjects`. */
  readonly origins?: readonly string[]
  /** The kinds of unreadable parts of a file; complete after its texts have been read. */
  readonly unread?: () => readonly UnreadFileKind[]
}

export interface CandidatePage {
  readonly candidates: readonly Candidate[]
  /** The key of the last row, after which the next page begins; null on the last page. */
  readonly last: Key | null
}

/** A table with texts of callers. Its key is unique within a workspace. */
export interface TextTable {
  readonly table: keyof Tables
  readonly keys: readonly string[]
  readonly texts: readonly string[]
}

/** The texts of one row, in the order of `TextTable.texts`. */
export interface TextRow {
  readonly key: Key
  readonly texts: readonly (string | null)[]
}

export interface TextPage {
  readonly rows: readonly TextRow[]
  readonly last: Key | null
}

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

type Row = Readonly<Record<string, string | number | null>>

/** Reads rows in the order of their keys: at most `limit`, and fewer if they are large. */
export async function readTexts(
  { scan }: Store,
  workspace: WorkspaceId,
  { table, keys, texts }: TextTable,
  { after, limit }: { readonly after: Key | null; readonly limit: number },
): Promise<TextPage> {
  const afterKey = after ? sql`and (${columns(keys)}) > (${sql.join(after)})` : sql``
  const size = sql.join(
    texts.map((name) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`),
    sql` + `,
  )
  const from = sql`from ${sql.table(table)} where workspace_id = ${workspace} ${afterKey}`
  const order = sql`order by ${columns(keys)}`
  const sized =
    await sql<Row>`select ${columns(keys)}, ${size} as size ${from} ${order} limit ${limit}`.execute(scan)
  const count = countWithin(sized.rows.map((row) => Number(row.size)))
  const last = sized.rows[count - 1]
  if (!last) return { rows: [], last: null }
  const { rows } = await sql<Row>`select ${columns([...new Set([...keys, ...texts])])} ${from}
    and (${columns(keys)}) <= (${sql.join(keys.map((name) => last[name]!))}) ${order}`.execute(scan)
  const keyOf = (row: Row): Key => keys.map((name) => row[name]!)
  return {
    rows: rows.map((row) => ({
      key: keyOf(row),
      texts: texts.map((name) => (typeof row[name] === 'string' ? row[name] : null)),
    })),
    last: count < limit && count === sized.rows.length ? null : keyOf(last),
  }
}

const isRow = (workspace: WorkspaceId, { keys }: TextTable, key: Key) =>
  sql`workspace_id = ${workspace} and ${sql.join(
    keys.map((name, index) => sql`${sql.ref(name)} = ${key[index]!}`),
    sql` and `,
  )}`

/** Deletes a row. Returns the number of deleted rows. */
export async function deleteRow(tx: Tx, workspace: WorkspaceId, table: TextTable, key: Key): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table.table)} where ${isRow(
    workspace,
    table,
    key,
  )}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes the content of an audit event. Actor, operation and time stay. */
export const eraseAuditEvent = (tx: Tx, workspace: WorkspaceId, id: number): Promise<number> =>
  changeRows(
    tx,
    'audit_events',
    { workspace_id: workspace, id },
    { params: '{}', given: '{"erased":true}', before: 'null', after: 'null' },
  )

/** Deletes comments on these requests or traces. Returns their number. */
export const deleteCommentsOn = (
  tx: Tx,
  workspace: WorkspaceId,
  type: 'request' | 'trace',
  ids: readonly string[],
) => deleteRows(tx, 'comments', { workspace_id: workspace, subject_type: type, subject_id: ids })

export const countSpans = ({ db }: Pick<Store, 'db'>, workspace: WorkspaceId, traceId: string) =>
  countRows(db.selectFrom('spans').where('workspace_id', '=', workspace).where('trace_id', '=', traceId))
