import { type RawBuilder, sql } from 'kysely'
import type { Database, Store, Tx } from './store.ts'

/** A database table with a column `workspace_id`. */
interface WorkspaceTable {
  readonly name: string
  /** True if rows refer to other rows of the table, so that a batch may not be deleted before the others. */
  readonly refersToItself: boolean
  /** The columns of the primary key of a SQLite table without row ids; otherwise empty. */
  readonly keys: readonly string[]
}

interface Reference {
  readonly child: string
  readonly parent: string
}

const sqliteTables = sql<{ name: string; keys: string | null }>`select l.name,
    case when l.wr then (select group_concat(name) from pragma_table_info(l.name) where pk > 0) end as keys
  from pragma_table_list l where l.schema = 'main' and l.type = 'table'
    and exists (select 1 from pragma_table_info(l.name) where name = 'workspace_id') order by l.name`

const postgresTables = sql<{
  name: string
  keys: null
}>`select c.relname as name, null as keys from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
  order by c.relname`

const sqliteReferences = sql<Reference>`select distinct l.name as child, f."table" as parent
  from pragma_table_list l join pragma_foreign_key_list(l.name) f where l.schema = 'main' and l.type = 'table'`

const postgresReferences = sql<Reference>`select distinct child.relname as child, parent.relname as parent
  from pg_constraint f join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
  where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`

/** Reads the tables of workspaces from the schema. Each comes before the tables that it refers to. */
export async function workspaceTables({
  db,
  dialect,
}: Pick<Store, 'db' | 'dialect'>): Promise<WorkspaceTable[]> {
  const [tables, references] =
    dialect === 'sqlite' ? [sqliteTables, sqliteReferences] : [postgresTables, postgresReferences]
  return inDeletionOrder((await tables.execute(db)).rows, (await references.execute(db)).rows)
}

function inDeletionOrder(
  rows: readonly { readonly name: string; readonly keys: string | null }[],
  references: readonly Reference[],
): WorkspaceTable[] {
  const ordered: WorkspaceTable[] = []
  const isOrdered = (name: string) => ordered.some((table) => table.name === name)
  let rest = rows.map(({ name, keys }) => ({
    name,
    keys: keys?.split(',') ?? [],
    refersToItself: references.some(({ child, parent }) => child === name && parent === name),
  }))
  while (rest.length > 0) {
    const names = new Set(rest.map(({ name }) => name))
    const isReferred = ({ name }: WorkspaceTable) =>
      references.some(({ child, parent }) => parent === name && child !== name && names.has(child))
    const free = rest.filter((table) => !isReferred(table))
    if (free.length === 0) throw new Error(`The tables ${[...names]} refer to each other.`)
    ordered.push(...free)
    rest = rest.filter(({ name }) => !isOrdered(name))
  }
  return ordered
}

/** The condition for the rows of a workspace that do not match `except`. */
const rowsOf = (workspace: number, except: RawBuilder<boolean> | undefined) =>
  except ? sql`workspace_id = ${workspace} and not ${except}` : sql`workspace_id = ${workspace}`

export async function hasWorkspaceRows(
  db: Database,
  { name }: WorkspaceTable,
  workspace: number,
  except?: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ${sql.table(name)} where ${rowsOf(workspace, except)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Deletes at most `limit` rows of a workspace and returns their number. On PostgreSQL rows of two partitions may have
 * the same address, so the condition names the workspace again.
 */
export async function deleteWorkspaceRows(
  tx: Tx,
  { dialect }: Pick<Store, 'dialect'>,
  { name, keys, refersToItself }: WorkspaceTable,
  {
    workspace,
    limit,
    except,
  }: { workspace: number; limit: number; except?: RawBuilder<boolean> | undefined },
): Promise<number> {
  const table = sql.table(name)
  const isOwn = rowsOf(workspace, except)
  const address = dialect === 'postgres' ? sql`ctid` : keys.length === 0 ? sql`rowid` : columnList(keys)
  const batch = sql`select ${address} from ${table} where ${isOwn} limit ${limit}`
  const isInBatch =
    dialect === 'postgres' ? sql`ctid = any(array(${batch}))` : sql`(${address}) in (${batch})`
  const condition = refersToItself ? isOwn : sql`${isOwn} and ${isInBatch}`
  const { numAffectedRows } = await sql`delete from ${table} where ${condition}`.execute(tx)
  return Number(numAffectedRows)
}

const columnList = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
