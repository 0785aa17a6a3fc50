import { CompiledQuery, sql } from 'kysely'
import { type CopyRow, changeRows, deleteRows, type Store, type Tx } from '../db/index.ts'
import type { CopiedId, CopiedTable } from './copied-table.ts'

export const batchSize = 5_000
/** Maximum rows of an outbox. With more the copy ends, so that the outbox cannot fill the database's disk. */
export const maxOutbox = 5_000_000

const events = ['insert', 'update', 'delete'] as const

/** Makes the triggers that write changes into the outbox, also changes by processes without ClickHouse. */
export const startTriggers = ({ dialect }: Pick<Store, 'dialect'>, table: CopiedTable): CompiledQuery[] =>
  Object.entries(table.sources).flatMap(([source, columns]) =>
    (dialect === 'sqlite' ? sqliteTriggers : postgresTrigger)(table, source, columns).map((text) =>
      CompiledQuery.raw(text),
    ),
  )

type Columns = CopiedTable['sources'][string]

function insertInto({ outbox }: CopiedTable, columns: Columns, row: 'old' | 'new'): string {
  const values = Object.values(columns).map((column) => `${row}.${column}`)
  return `insert into ${outbox} (workspace_id, ${Object.keys(columns).join(', ')})
    values (${row}.workspace_id, ${values.join(', ')})`
}

const sqliteTriggers = (table: CopiedTable, source: string, columns: Columns): string[] =>
  events.map(
    (
      event,
    ) => `create trigger if not exists ${table.outbox}_${source}_${event} after ${event} on ${source} begin
      ${insertInto(table, columns, event === 'delete' ? 'old' : 'new')}; end`,
  )

const postgresTrigger = (table: CopiedTable, source: string, columns: Columns): string[] => [
  `create or replace function ${table.outbox}_${source}() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then
      ${insertInto(table, columns, 'old')};
    else
      ${insertInto(table, columns, 'new')};
    end if;
    return null;
  end $$`,
  `drop trigger if exists ${table.outbox}_${source} on ${source}`,
  `create trigger ${table.outbox}_${source} after insert or update or delete on ${source}
    for each row execute function ${table.outbox}_${source}()`,
]

export const stopTriggers = (
  { dialect }: Pick<Store, 'dialect'>,
  { outbox, sources }: CopiedTable,
): CompiledQuery[] =>
  Object.keys(sources).flatMap((source) =>
    (dialect === 'sqlite'
      ? events.map((event) => `drop trigger if exists ${outbox}_${source}_${event}`)
      : [`drop trigger if exists ${outbox}_${source} on ${source}`]
    ).map((text) => CompiledQuery.raw(text)),
  )

export async function readCopy({ db }: Pick<Store, 'db'>, { state }: CopiedTable): Promise<CopyRow> {
  const { rows } = await sql<CopyRow>`select * from ${sql.table(state)}`.execute(db)
  return rows[0]!
}

/** Locks the row of the copy until the transaction ends. */
export async function lockCopy(tx: Tx, { state }: CopiedTable): Promise<CopyRow> {
  const { rows } = await sql<CopyRow>`update ${sql.table(state)} set id = 1 returning *`.execute(tx)
  return rows[0]!
}

export const setCopy = (tx: Tx, { state }: CopiedTable, values: object): Promise<unknown> =>
  changeRows(tx, state, { id: 1 }, values)

/** Returns the batch that is being copied, or claims a new one, whose rows never change again; null if the outbox is empty. */
export async function claimBatch(
  tx: Tx,
  table: CopiedTable,
  now: number,
): Promise<{ readonly batch: number; readonly isNew: boolean } | null> {
  const { batch: current, last_batch } = await lockCopy(tx, table)
  if (current !== null) return { batch: current, isNew: false }
  // The number is a time, so that a restored database does not use a number again.
  const batch = Math.max(now, last_batch + 1)
  const outbox = sql.table(table.outbox)
  const { rows } = await sql`select seq from ${outbox} where batch is null limit 1`.execute(tx)
  if (rows.length === 0) return null
  await sql`update ${outbox} set batch = ${batch} where seq in (
    select seq from ${outbox} where batch is null order by seq limit ${batchSize})`.execute(tx)
  await setCopy(tx, table, { batch, last_batch: batch })
  return { batch, isNew: true }
}

export async function idsOfBatch(
  { scan }: Pick<Store, 'scan'>,
  { outbox, id, position }: CopiedTable,
  batch: number,
): Promise<CopiedId[]> {
  const [idColumn, positionColumn] = [sql.ref(id.outbox), sql.ref(position.outbox)]
  const { rows } =
    await sql<CopiedId>`select workspace_id, ${idColumn} as id, min(${positionColumn}) as first,
      max(${positionColumn}) as last from ${sql.table(outbox)}
    where batch = ${batch} group by workspace_id, ${idColumn} order by workspace_id, ${idColumn}`.execute(
      scan,
    )
  return rows
}

export async function finishBatch(tx: Tx, { state, outbox }: CopiedTable, batch: number): Promise<void> {
  await deleteRows(tx, outbox, { batch })
  await changeRows(tx, state, { batch }, { batch: null, finished_batch: batch, problem: null })
}

/** Adds the next rows of the backfill to the outbox, newest first; false if there are no more. */
export async function backfillStep(tx: Tx, table: CopiedTable): Promise<boolean> {
  const { state } = await lockCopy(tx, table)
  if (state !== 'backfill') return false
  const next = await table.backfill(tx, batchSize)
  await setCopy(tx, table, next ?? { state: 'complete', ...table.noBackfill })
  return next !== null
}

/** Estimates the number of rows in the outbox from its first and last row. */
export async function outboxSize({ db }: Pick<Store, 'db'>, { outbox }: CopiedTable): Promise<number> {
  const { rows } = await sql<{
    first: number | null
    last: number | null
  }>`select min(seq) as first, max(seq) as last
    from ${sql.table(outbox)}`.execute(db)
  const { first, last } = rows[0]!
  return first === null || last === null ? 0 : last - first + 1
}

/** True if the outbox still has rows up to this one. */
export async function hasOutboxUpTo(
  { db }: Pick<Store, 'db'>,
  { outbox }: CopiedTable,
  seq: number,
): Promise<boolean> {
  const { rows } = await sql`select seq from ${sql.table(outbox)} where seq <= ${seq} limit 1`.execute(db)
  return rows.length > 0
}

export async function lastOfOutbox(
  { db }: Pick<Store, 'db'>,
  { outbox }: CopiedTable,
): Promise<number | null> {
  const { rows } = await sql<{
    last: number | null
  }>`select max(seq) as last from ${sql.table(outbox)}`.execute(db)
  return rows[0]!.last
}

/** Gives up a batch, so that its rows are claimed under another number. */
export async function releaseBatch(tx: Tx, { state, outbox }: CopiedTable, batch: number): Promise<void> {
  await changeRows(tx, outbox, { batch }, { batch: null })
  await changeRows(tx, state, { batch }, { batch: null })
}

export async function hasRows(tx: Tx, { name }: CopiedTable): Promise<boolean> {
  const { rows } = await sql`select workspace_id from ${sql.table(name)} limit 1`.execute(tx)
  return rows.length > 0
}

/** Ends the copy: without triggers, and with an empty outbox. */
export async function stopCopy(tx: Tx, store: Pick<Store, 'dialect'>, table: CopiedTable): Promise<void> {
  await lockCopy(tx, table)
  for (const query of stopTriggers(store, table)) await tx.executeQuery(query)
  await sql`delete from ${sql.table(table.outbox)}`.execute(tx)
  await setCopy(tx, table, {
    state: 'off',
    read_from: 'database',
    problem: null,
    batch: null,
    ...table.noBackfill,
  })
}
