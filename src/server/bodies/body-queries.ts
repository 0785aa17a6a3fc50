import { type Selectable, sql } from 'kysely'
import {
  type BodyObjectRow,
  changeRows,
  chunksOf,
  countRows,
  type Database,
  deleteRows,
  enqueue,
  insertRows,
  payloadColumns,
  type Store,
  selectOne,
  type Tx,
} from '../db/index.ts'

/** The columns of `StoredBody`, for a query of `request_payloads`. */
export const bodyColumns = [
  'request_payloads.request_id',
  ...payloadColumns,
  'request_payloads.body_object',
  'request_payloads.body_offset',
  'request_payloads.body_length',
  sql<string | null>`(select string_agg(m.sha256, ' ') from request_media m
    where m.workspace_id = request_payloads.workspace_id and m.request_id = request_payloads.request_id)`.as(
    'media',
  ),
] as const

export async function findObjectName(db: Database, id: number): Promise<string | null> {
  const row = await selectOne(db, 'body_objects', { id }, ['name'])
  return row?.name ?? null
}

export async function listWorkspaces(db: Database): Promise<number[]> {
  const live = db.selectFrom('workspaces').select('id').where('deleted_at', 'is', null)
  const rows = await live.orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Returns the names for which `body_objects` has a row. */
export async function knownNames(db: Database, names: readonly string[]): Promise<Set<string>> {
  const existing = new Set<string>()
  for (const chunk of chunksOf(names)) {
    const rows = await db.selectFrom('body_objects').select('name').where('name', 'in', chunk).execute()
    for (const { name } of rows) existing.add(name)
  }
  return existing
}

/** The last request that was considered for moving its body, in order of arrival. */
export interface MovePosition {
  readonly created_at: number
  readonly request_id: number
}

export async function findMovePosition(db: Database, workspace: number): Promise<MovePosition> {
  const row = await selectOne(db, 'body_marks', { workspace_id: workspace }, ['created_at', 'request_id'])
  return row ?? { created_at: -1, request_id: 0 }
}

export async function saveMovePosition(tx: Tx, workspace: number, position: MovePosition): Promise<void> {
  await tx
    .insertInto('body_marks')
    .values({ workspace_id: workspace, ...position })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ ...position }))
    .execute()
}

/** After this, moving starts with the oldest body again. */
export const deleteMovePositions = (tx: Tx) => tx.deleteFrom('body_marks').execute()

export interface Candidate {
  readonly id: number
  readonly created_at: number
  /** Bytes in the database; null if the body is not to be moved. */
  readonly size: number | null
}

/**
 * Lists requests after the position that arrived before a time. The size is null for a request that has no body to move,
 * or that is not indexed yet.
 */
export async function listCandidates(
  { scan }: Store,
  workspace: number,
  after: MovePosition,
  before: number,
  limit: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`select r.id, r.created_at,
      (select length(p.payload) from request_payloads p where p.workspace_id = r.workspace_id and p.request_id = r.id
        and p.body_object is null and p.frame_id is null
        and not exists (select 1 from request_backlog b where b.workspace_id = r.workspace_id and b.request_id = r.id)
      ) as size
    from requests r where r.workspace_id = ${workspace} and r.created_at < ${before}
      and (r.created_at, r.id) > (${after.created_at}, ${after.request_id})
    order by r.created_at, r.id limit ${limit}`.execute(scan)
  return rows
}

export const findPayloads = ({ scan }: Store, workspace: number, ids: readonly number[]) =>
  scan
    .selectFrom('request_payloads')
    .select(bodyColumns)
    .where('workspace_id', '=', workspace)
    .where('request_id', 'in', ids)
    .where('body_object', 'is', null)
    .execute()

/** Call this before the object is written, so that the sweep finds the row of an interrupted write. */
export const addObject = (
  tx: Tx,
  object: Pick<BodyObjectRow, 'id' | 'workspace_id' | 'name' | 'created_at'>,
) => insertRows(tx, 'body_objects', { ...object, state: 'writing', bodies: 0, bytes: 0, emptied_at: null })

export const markStored = (tx: Tx, id: number, { bodies, bytes }: Pick<BodyObjectRow, 'bodies' | 'bytes'>) =>
  changeRows(tx, 'body_objects', { id }, { state: 'stored', bodies, bytes })

/** Points a request at its frame, unless its payload has changed since it was read. */
export const pointAtFrame = (
  tx: Tx,
  workspace: number,
  request: number,
  change: {
    readonly before: Uint8Array
    readonly after: Uint8Array
    readonly object: number
    readonly offset: number
    readonly length: number
  },
) =>
  enqueue(
    tx,
    tx
      .updateTable('request_payloads')
      .set({
        payload: change.after,
        body_object: change.object,
        body_offset: change.offset,
        body_length: change.length,
      })
      .where('workspace_id', '=', workspace)
      .where('request_id', '=', request)
      .where('body_object', 'is', null)
      .where('payload', '=', change.before),
  )

/** Moves a body back into the database, if the request still refers to that object. */
export const storeInDatabase = (
  tx: Tx,
  workspace: number,
  request: number,
  object: number,
  payload: Uint8Array,
) =>
  enqueue(
    tx,
    tx
      .updateTable('request_payloads')
      .set({ payload, body_object: null, body_offset: null, body_length: null })
      .where('workspace_id', '=', workspace)
      .where('request_id', '=', request)
      .where('body_object', '=', object),
  )

export const listBodiesIn = ({ scan }: Store, object: number, limit: number) =>
  scan
    .selectFrom('request_payloads')
    .select(bodyColumns)
    .where('body_object', '=', object)
    .orderBy('body_offset')
    .orderBy('request_id')
    .limit(limit)
    .execute()

/**
 * Returns the arrival time of the oldest of the requests; null if none exists. The `+` keeps SQLite from scanning the
 * index of arrival times.
 */
export async function oldestArrival(db: Database, workspace: number, ids: readonly number[]) {
  let oldest: number | null = null
  for (const chunk of chunksOf(ids)) {
    const { arrival } = await db
      .selectFrom('requests')
      .select(sql<number | null>`min(+created_at)`.as('arrival'))
      .where('workspace_id', '=', workspace)
      .where('id', 'in', chunk)
      .executeTakeFirstOrThrow()
    if (arrival !== null && (oldest === null || arrival < oldest)) oldest = arrival
  }
  return oldest
}

export type ListedObject = Selectable<BodyObjectRow> & { readonly live: number }

/** Lists all objects with the number of requests and media in each. */
export async function listObjects({ scan }: Store) {
  const { rows } = await sql<ListedObject>`
    select o.*, coalesce(l.live, 0) as live from body_objects o
    left join (select object, count(*) as live from (
        select body_object as object from request_payloads where body_object is not null
        union all select object from media where object is not null) needed group by object) l on l.object = o.id
    order by o.id`.execute(scan)
  return rows
}

export const listObjectsOf = ({ db }: Store, workspace: number) =>
  db
    .selectFrom('body_objects')
    .select(['id', 'name', 'state', 'created_at'])
    .where('workspace_id', '=', workspace)
    .orderBy('id')
    .execute()

export const setEmptied = (tx: Tx, id: number, time: number | null) =>
  changeRows(tx, 'body_objects', { id }, { emptied_at: time })

/** Marks the objects with bodies of these requests for repacking, which follows once the requests are deleted. */
export async function markForRepacking(
  tx: Tx,
  workspace: number,
  requests: readonly number[],
): Promise<void> {
  await tx
    .updateTable('body_objects')
    .set({ must_repack: 1 })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('request_payloads')
        .select('body_object')
        .where('workspace_id', '=', workspace)
        .where('request_id', 'in', requests)
        .where('body_object', 'is not', null)
        .$narrowType<{ body_object: number }>(),
    )
    .execute()
}

export const deleteObjectRow = (tx: Tx, id: number) => deleteRows(tx, 'body_objects', { id })

export const countMoved = ({ scan }: Store) =>
  countRows(scan.selectFrom('request_payloads').where('body_object', 'is not', null))

export async function sumObjects({ db }: Store) {
  const row = await db
    .selectFrom('body_objects')
    .select(({ fn }) => [fn.countAll<number>().as('objects'), fn.sum<number | null>('bytes').as('bytes')])
    .where('state', '=', 'stored')
    .executeTakeFirstOrThrow()
  return { objects: Number(row.objects), bytes: Number(row.bytes ?? 0) }
}

export const readMover = ({ db }: Store) => db.selectFrom('body_mover').selectAll().executeTakeFirstOrThrow()

export async function setDirection(tx: Tx, direction: 'out' | 'back'): Promise<void> {
  await tx.updateTable('body_mover').set({ direction }).execute()
}

/** Takes or extends the lease on moving bodies; false if another process has the lease. */
export async function takeLease(tx: Tx, holder: string, now: number, until: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('body_mover')
    .set({ holder, lease_until: until })
    .where((eb) => eb.or([eb('lease_until', '<', now), eb('holder', '=', holder)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
