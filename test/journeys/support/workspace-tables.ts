import { sql } from 'kysely'
import type { Store } from '../../../src/server/db/index.ts'

/** Tables whose rows outlive a workspace: its receipt. */
const lasting = ['workspace_deletions']

interface ReadTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** Partitions of months; their rows are those of the whole table. */
const partition = /_\d{4}_\d{2}$/

/** The tables of the schema with a column `workspace_id`. */
export async function tablesOfWorkspaces({ db }: Store): Promise<ReadTable[]> {
  const tables = (await db.introspection.getTables()).filter(
    ({ isView, name }) => !isView && !partition.test(name),
  )
  return tables
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
    .filter(({ name, columns }) => columns.includes('workspace_id') && !lasting.includes(name))
}

/** The numbers of rows of a workspace, by table; tables without rows are left out. */
export async function rowCounts(store: Store, workspace: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await tablesOfWorkspaces(store)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}
      where workspace_id = ${workspace}`.execute(store.db)
    if (Number(rows[0]!.count) > 0) counts[name] = Number(rows[0]!.count)
  }
  return counts
}

/** The numbers of rows that belong to no request or workspace, by table without a column `workspace_id`. */
export async function unowned({ db, dialect }: Store): Promise<Record<string, number>> {
  if (dialect === 'postgres') return {}
  const { rows } = await sql<{ frames: number; words: number }>`select
    (select count(*) from payload_frames f where not exists (select 1 from request_payloads p where p.frame_id = f.id)) as frames,
    (select count(*) from request_words_docsize d where not exists (select 1 from requests r where r.id = d.id)) as words`.execute(
    db,
  )
  return { ...rows[0] }
}

interface Column {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

const columnsOf = async ({ db, dialect }: Store, table: string): Promise<Column[]> => {
  const query =
    dialect === 'sqlite'
      ? sql<{ name: string; type: string; required: number }>`select name, lower(type) as type,
          case when pk > 0 or ("notnull" and dflt_value is null) then 1 else 0 end as required from pragma_table_info(${table})`
      : sql<{ name: string; type: string; required: number }>`select column_name as name, data_type as type,
          case when is_nullable = 'NO' and column_default is null and is_identity = 'NO' then 1 else 0 end as required
        from information_schema.columns where table_name = ${table} and table_schema = current_schema() and is_generated = 'NEVER'`
  return (await query.execute(db)).rows.map(({ name, type, required }) => ({
    name,
    type,
    isRequired: Number(required) === 1,
  }))
}

const referencesOf = async ({ db, dialect }: Store, table: string) => {
  const query =
    dialect === 'sqlite'
      ? sql<{ parent: string; here: string; there: string }>`select "table" as parent, "from" as here,
          coalesce("to", "from") as there from pragma_foreign_key_list(${table})`
      : sql<{
          parent: string
          here: string
          there: string
        }>`select p.relname as parent, a.attname as here, b.attname as there
          from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
          cross join lateral unnest(f.conkey, f.confkey) as k(here, there)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.here
          join pg_attribute b on b.attrelid = p.oid and b.attnum = k.there
          where f.contype = 'f' and c.relname = ${table}`
  return (await query.execute(db)).rows
}

const valueFor = (type: string): unknown =>
  /int|real|double|numeric/.test(type)
    ? 1
    : /blob|bytea/.test(type)
      ? Buffer.from('x')
      : /bool/.test(type)
        ? true
        : '{}'

/** The definition of a table as text: the statement of SQLite, or the checks of PostgreSQL. */
async function definitionOf({ db, dialect }: Store, table: string): Promise<string> {
  const query =
    dialect === 'sqlite'
      ? sql<{ text: string }>`select sql as text from sqlite_schema where type = 'table' and name = ${table}`
      : sql<{ text: string }>`select pg_get_constraintdef(f.oid) as text from pg_constraint f
          join pg_class c on c.oid = f.conrelid where f.contype = 'c' and c.relname = ${table}`
  return (await query.execute(db)).rows.map(({ text }) => text).join('\n')
}

/** The first value that a check permits, such as `state in ('queued', 'done')`. */
const permitted = (definition: string, column: string): string | undefined =>
  new RegExp(`\\(${column} (?:in|= ANY) \\((?:ARRAY\\[)?'([^']*)'`).exec(definition)?.[1]

/**
 * Inserts a row of the workspace into each table that has none, with values that only their types and references
 * constrain, so that a table that no test fills has a row too.
 */
export async function fillEmptyTables(store: Store, workspace: number): Promise<void> {
  const filled = await rowCounts(store, workspace)
  let rest = (await tablesOfWorkspaces(store)).map(({ name }) => name).filter((name) => !filled[name])
  while (rest.length > 0) {
    const before = rest.length
    for (const name of rest) {
      const references = (await referencesOf(store, name)).filter(({ parent }) => parent !== name)
      if (references.some(({ parent }) => rest.includes(parent))) continue
      await insertRow(store, workspace, name, references)
      rest = rest.filter((other) => other !== name)
    }
    if (rest.length === before) throw new Error(`Cannot fill ${rest}`)
  }
}

async function insertRow(
  store: Store,
  workspace: number,
  name: string,
  references: readonly { readonly parent: string; readonly here: string; readonly there: string }[],
): Promise<void> {
  const values: Record<string, unknown> = {}
  const definition = await definitionOf(store, name)
  for (const { name: column, type, isRequired } of await columnsOf(store, name))
    if (isRequired) values[column] = permitted(definition, column) ?? valueFor(type)
  values['workspace_id'] = workspace
  for (const [parent, keys] of Map.groupBy(references, (reference) => reference.parent)) {
    if (!keys.some(({ here }) => here in values)) continue
    const key = parent === 'workspaces' ? 'id' : parent === 'people' ? null : 'workspace_id'
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(parent)}
      where ${key === null ? sql`1 = 1` : sql`${sql.ref(key)} = ${workspace}`} limit 1`.execute(store.db)
    for (const { here, there } of keys) values[here] = rows[0]![there]
  }
  const columns = Object.keys(values)
  await store.transact(async (tx) => {
    await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(values))})`.execute(tx)
  })
}
