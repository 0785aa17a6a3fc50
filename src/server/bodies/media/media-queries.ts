import { type CompiledQuery, sql } from 'kysely'
import {
  changeRows,
  chunksOf,
  type Database,
  enqueue,
  type MediaRow,
  type Store,
  sameWorkspace,
  selectOne,
  type Tx,
} from '../../db/index.ts'
import type { Media } from './take-out.ts'

/** Media that a transaction is about to insert or delete: by their hashes, or those of stored requests and spans. */
interface LockedMedia {
  readonly hashes?: readonly string[]
  readonly requests?: readonly number[]
  readonly spans?: readonly { readonly traceId: string; readonly spanId: string }[]
}

/**
 * Statements that lock media until the transaction ends, because several media that are inserted and deleted in different
 * orders are a deadlock. Lock order: traces, media, response ids, requests, hours. A lock is for the media of a
 * workspace whose hashes begin with the same byte, so that a transaction has at most 256. SQLite has one writer and
 * needs no lock.
 */
export function lockMedia(
  { db, dialect }: Pick<Store, 'db' | 'dialect'>,
  workspace: number,
  { hashes = [], requests = [], spans = [] }: LockedMedia,
): CompiledQuery[] {
  if (dialect === 'sqlite' || hashes.length + requests.length + spans.length === 0) return []
  const query = sql`select pg_advisory_xact_lock((${workspace}::bigint % 2147483647)::int, bucket) from (
      select distinct ('x' || left(sha256, 2))::bit(8)::int as bucket from (
        select unnest(${hashes}::text[]) as sha256
        union all select sha256 from request_media
          where workspace_id = ${workspace} and request_id = any(${requests}::bigint[])
        union all select m.sha256 from span_media m
          join unnest(${spans.map(({ traceId }) => traceId)}::text[], ${spans.map(({ spanId }) => spanId)}::text[])
            as s (trace_id, span_id) using (trace_id, span_id)
          where m.workspace_id = ${workspace}
      ) media order by 1
    ) buckets`
  return [query.compile(db)]
}

/** Statements that store the media of a request, to run in the same unit as the request, before its other statements. */
export function insertMedia(
  store: Store,
  workspace: number,
  request: number,
  media: readonly Media[],
): CompiledQuery[] {
  const rows = media.map(({ sha256 }) => ({ workspace_id: workspace, request_id: request, sha256 }))
  return [
    ...lockMedia(store, workspace, { hashes: media.map(({ sha256 }) => sha256) }),
    ...insertBytes(store.db, workspace, media),
    ...Array.from(chunksOf(rows), (chunk) => store.db.insertInto('request_media').values(chunk).compile()),
  ]
}

/** Statements that store the media of a span, to run in the same unit as the span. On PostgreSQL `lockMedia` comes before. */
export function insertSpanMedia(
  { db }: Pick<Store, 'db'>,
  workspace: number,
  { traceId, spanId }: { readonly traceId: string; readonly spanId: string },
  media: readonly Media[],
): CompiledQuery[] {
  const key = { workspace_id: workspace, trace_id: traceId, span_id: spanId }
  const rows = media.map(({ sha256 }) => ({ ...key, sha256 }))
  return [
    ...insertBytes(db, workspace, media),
    ...Array.from(chunksOf(rows), (chunk) => db.insertInto('span_media').values(chunk).compile()),
  ]
}

const insertBytes = (db: Database, workspace: number, media: readonly Media[]) =>
  media.map((medium) => insertOnce(db, workspace, medium))

/** Call this before a span is written again. A trigger deletes the media that no other span or request refers to. */
export async function deleteSpanMedia(
  tx: Tx,
  workspace: number,
  traceId: string,
  spanIds: readonly string[],
): Promise<void> {
  for (const chunk of chunksOf(spanIds))
    await enqueue(
      tx,
      tx
        .deleteFrom('span_media')
        .where('workspace_id', '=', workspace)
        .where('trace_id', '=', traceId)
        .where('span_id', 'in', chunk),
    )
}

/** Hashes of the media of spans, by span id. */
export async function mediaOfSpans(
  { scan }: Store,
  workspace: number,
  traceId: string,
  spanIds: readonly string[],
): Promise<Map<string, string[]>> {
  const hashes = new Map<string, string[]>()
  for (const chunk of chunksOf(spanIds)) {
    const rows = await scan
      .selectFrom('span_media')
      .select(['span_id', 'sha256'])
      .where('workspace_id', '=', workspace)
      .where('trace_id', '=', traceId)
      .where('span_id', 'in', chunk)
      .execute()
    for (const { span_id, sha256 } of rows) hashes.set(span_id, [...(hashes.get(span_id) ?? []), sha256])
  }
  return hashes
}

/**
 * The conflict clause locks a stored medium without writing it. So on PostgreSQL the medium cannot be deleted before the
 * unit commits.
 */
const insertOnce = (db: Database, workspace: number, { sha256, type, bytes }: Media): CompiledQuery =>
  db
    .insertInto('media')
    .values({ workspace_id: workspace, sha256, type, size: bytes.length, bytes, object: null })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'sha256'])
        .doUpdateSet((eb) => ({ size: eb.ref('media.size') }))
        .where(sql<boolean>`1 = 0`),
    )
    .compile()

export type StoredMedia = Pick<MediaRow, 'sha256' | 'type' | 'size' | 'bytes' | 'object'>

export async function listStoredMedia(
  { scan }: Store,
  workspace: number,
  hashes: readonly string[],
): Promise<StoredMedia[]> {
  const stored: StoredMedia[] = []
  for (const chunk of chunksOf(hashes))
    stored.push(
      ...(await scan
        .selectFrom('media')
        .select(['sha256', 'type', 'size', 'bytes', 'object'])
        .where('workspace_id', '=', workspace)
        .where('sha256', 'in', chunk)
        .execute()),
    )
  return stored
}

/** Type and size of media, by hash. */
export async function describeMedia({ scan }: Store, workspace: number, hashes: readonly string[]) {
  const described = new Map<string, Pick<MediaRow, 'sha256' | 'type' | 'size'>>()
  for (const chunk of chunksOf(hashes)) {
    const rows = await scan
      .selectFrom('media')
      .select(['sha256', 'type', 'size'])
      .where('workspace_id', '=', workspace)
      .where('sha256', 'in', chunk)
      .execute()
    for (const row of rows) described.set(row.sha256, { ...row, size: Number(row.size) })
  }
  return described
}

/** Media of a request, without their bytes. */
export const listMedia = (
  db: Database,
  workspace: number,
  request: number,
): Promise<Pick<MediaRow, 'sha256' | 'type' | 'size'>[]> =>
  db
    .selectFrom('request_media')
    .innerJoin('media', sameWorkspace('media', 'request_media', { sha256: 'sha256' }))
    .select(['media.sha256', 'media.type', 'media.size'])
    .where('request_media.workspace_id', '=', workspace)
    .where('request_media.request_id', '=', request)
    .orderBy('request_media.sha256')
    .execute()

/** Media of a span, without their bytes. */
export const listSpanMedia = (
  db: Database,
  workspace: number,
  traceId: string,
  spanId: string,
): Promise<Pick<MediaRow, 'sha256' | 'type' | 'size'>[]> =>
  db
    .selectFrom('span_media')
    .innerJoin('media', sameWorkspace('media', 'span_media', { sha256: 'sha256' }))
    .select(['media.sha256', 'media.type', 'media.size'])
    .where('span_media.workspace_id', '=', workspace)
    .where('span_media.trace_id', '=', traceId)
    .where('span_media.span_id', '=', spanId)
    .orderBy('span_media.sha256')
    .execute()

/** Finds the next medium to move: one whose bytes are in the database. */
export const findUnmoved = ({ scan }: Store, workspace: number) =>
  scan
    .selectFrom('media')
    .select(['sha256', 'bytes'])
    .where('workspace_id', '=', workspace)
    .where('object', 'is', null)
    .orderBy('sha256')
    .limit(1)
    .executeTakeFirst()

export const pointAtObject = (tx: Tx, workspace: number, sha256: string, object: number) =>
  changeRows(
    tx,
    'media',
    { workspace_id: workspace, sha256, object: null },
    { bytes: new Uint8Array(), object },
  )

export const findMediaIn = (db: Database, object: number) =>
  selectOne(db, 'media', { object }, ['workspace_id', 'sha256', 'size'])

export const putMediaBack = (tx: Tx, object: number, bytes: Uint8Array) =>
  changeRows(tx, 'media', { object }, { bytes, object: null })

/** Hashes of the workspace's media that sort after `after`, in order. */
export async function listHashes(
  { scan }: Store,
  workspace: number,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await scan
    .selectFrom('media')
    .select('sha256')
    .where('workspace_id', '=', workspace)
    .where('sha256', '>', after)
    .orderBy('sha256')
    .limit(limit)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

/** Returns the requests that have the medium, and the traces of the spans that have it. */
export async function holdersOfMedia({ scan }: Store, workspace: number, sha256: string) {
  const requests = await scan
    .selectFrom('request_media')
    .select('request_id')
    .where('workspace_id', '=', workspace)
    .where('sha256', '=', sha256)
    .execute()
  const traces = await scan
    .selectFrom('span_media')
    .select('trace_id')
    .distinct()
    .where('workspace_id', '=', workspace)
    .where('sha256', '=', sha256)
    .execute()
  return {
    requests: requests.map(({ request_id }) => Number(request_id)),
    traces: traces.map(({ trace_id }) => trace_id),
  }
}
