import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { changeRows, deleteRows, type LogCopyRow, type Store, type Tx } from '../../db/index.ts'

export const batchSize = 5_000
/** Maximum rows of the outbox. With more the copy ends, so that the outbox cannot fill the database's disk. */
export const maxOutbox = 5_000_000

export interface CopiedId {
  readonly workspace_id: number
  readonly request_id: number
}

const tables = { requests: 'id', request_scores: 'request_id' } as const
const events = ['insert', 'update', 'delete'] as const

/** Makes the triggers that write changes into the outbox, also changes by processes without ClickHouse. */
export const startTriggers = ({ dialect }: Pick<Store, 'dialect'>): CompiledQuery[] =>
  Object.entries(tables).flatMap(([table, id]) =>
    (dialect === 'sqlite' ? sqliteTriggers(table, id) : postgresTrigger(table, id)).map((text) =>
      CompiledQuery.raw(text),
    ),
  )

const sqliteTriggers = (table: string, id: string): string[] =>
  events.map((event) => {
    const row = event === 'delete' ? 'old' : 'new'
    return `create trigger if not exists log_outbox_${table}_${event} after ${event} on ${table} begin
      insert into log_outbox (workspace_id, request_id) values (${row}.workspace_id, ${row}.${id}); end`
  })

const postgresTrigger = (table: string, id: string): string[] => [
  `create or replace function log_outbox_${table}() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then
      insert into log_outbox (workspace_id, request_id) values (old.workspace_id, old.${id});
    else
      insert into log_outbox (workspace_id, request_id) values (new.workspace_id, new.${id});
    end if;
    return null;
  end $$`,
  `drop trigger if exists log_outbox_${table} on ${table}`,
  `create trigger log_outbox_${table} after insert or update or delete on ${table}
    for each row execute function log_outbox_${table}()`,
]

export const stopTriggers = ({ dialect }: Pick<Store, 'dialect'>): CompiledQuery[] =>
  Object.keys(tables).flatMap((table) =>
    (dialect === 'sqlite'
      ? events.map((event) => `drop trigger if exists log_outbox_${table}_${event}`)
      : [`drop trigger if exists log_outbox_${table} on ${table}`]
    ).map((text) => CompiledQuery.raw(text)),
  )

export const readCopy = ({ db }: Pick<Store, 'db'>): Promise<LogCopyRow> =>
  db.selectFrom('log_copy').selectAll().executeTakeFirstOrThrow()

/** Locks the row of the copy until the transaction ends. */
export const lockCopy = (tx: Tx): Promise<LogCopyRow> =>
  tx.updateTable('log_copy').set({ id: 1 }).where('id', '=', 1).returningAll().executeTakeFirstOrThrow()

export const setCopy = (tx: Tx, values: Partial<LogCopyRow>): Promise<unknown> =>
  changeRows(tx, 'log_copy', { id: 1 }, values)

/** Returns the batch that is being copied, or claims a new one, whose rows never change again; null if the outbox is empty. */
export async function claimBatch(
  tx: Tx,
  now: number,
): Promise<{ readonly batch: number; readonly isNew: boolean } | null> {
  const { batch: current, last_batch } = await lockCopy(tx)
  if (current !== null) return { batch: current, isNew: false }
  // The number is a time, so that a restored database does not use a number again.
  const batch = Math.max(now, last_batch + 1)
  const next = tx
    .selectFrom('log_outbox')
    .select('seq')
    .where('batch', 'is', null)
    .orderBy('seq')
    .limit(batchSize)
  const { numUpdatedRows } = await tx
    .updateTable('log_outbox')
    .set({ batch })
    .where('seq', 'in', next)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return null
  await setCopy(tx, { batch, last_batch: batch })
  return { batch, isNew: true }
}

export const idsOfBatch = ({ scan }: Pick<Store, 'scan'>, batch: number): Promise<CopiedId[]> =>
  scan
    .selectFrom('log_outbox')
    .select(['workspace_id', 'request_id'])
    .distinct()
    .where('batch', '=', batch)
    .orderBy('workspace_id')
    .orderBy('request_id')
    .execute()

export async function finishBatch(tx: Tx, batch: number): Promise<void> {
  await deleteRows(tx, 'log_outbox', { batch })
  await changeRows(tx, 'log_copy', { batch }, { batch: null, finished_batch: batch, problem: null })
}

/** Adds the next requests of the backfill to the outbox, newest first; false if there are no more. */
export async function backfillStep(tx: Tx): Promise<boolean> {
  const { state, backfill_workspace: workspace, backfill_request: request } = await lockCopy(tx)
  if (state !== 'backfill') return false
  const isBeforePosition: RawBuilder<boolean> =
    workspace === null ? sql`1 = 1` : sql`(workspace_id, id) < (${workspace}, ${request})`
  const { rows } = await sql<CopiedId>`insert into log_outbox (workspace_id, request_id)
    select workspace_id, id from requests where ${isBeforePosition} order by workspace_id desc, id desc limit ${batchSize}
    returning workspace_id, request_id`.execute(tx)
  const last = rows.toSorted((a, b) => a.workspace_id - b.workspace_id || a.request_id - b.request_id)[0]
  await setCopy(
    tx,
    last
      ? { backfill_workspace: last.workspace_id, backfill_request: last.request_id }
      : { state: 'complete', backfill_workspace: null, backfill_request: null },
  )
  return last !== undefined
}

/** Estimates the number of rows in the outbox from its first and last row. */
export async function outboxSize({ db }: Pick<Store, 'db'>): Promise<number> {
  const { first, last } = await db
    .selectFrom('log_outbox')
    .select(({ fn }) => [fn.min<number | null>('seq').as('first'), fn.max<number | null>('seq').as('last')])
    .executeTakeFirstOrThrow()
  return first === null || last === null ? 0 : last - first + 1
}

/** True if the outbox still has rows up to this one. */
export async function hasOutboxUpTo({ db }: Pick<Store, 'db'>, seq: number): Promise<boolean> {
  const row = await db
    .selectFrom('log_outbox')
    .select('seq')
    .where('seq', '<=', seq)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function lastOfOutbox({ db }: Pick<Store, 'db'>): Promise<number | null> {
  const row = await db
    .selectFrom('log_outbox')
    .select(({ fn }) => fn.max<number | null>('seq').as('last'))
    .executeTakeFirstOrThrow()
  return row.last
}

/** Gives up a batch, so that its rows are claimed under another number. */
export async function releaseBatch(tx: Tx, batch: number): Promise<void> {
  await changeRows(tx, 'log_outbox', { batch }, { batch: null })
  await changeRows(tx, 'log_copy', { batch }, { batch: null })
}

export const hasRequests = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('requests').select('id').limit(1).executeTakeFirst()) !== undefined
